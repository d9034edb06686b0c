/* The version of these headers, and of the library they came with: the one place where it is written. */
#ifndef TRAMMEL_VERSION_H
#define TRAMMEL_VERSION_H

#define TRM_VERSION_MAJOR 0
#define TRM_VERSION_MINOR 2
#define TRM_VERSION_PATCH 0

#define TRM_VERSION_JOIN(major, minor, patch)  #major "." #minor "." #patch
#define TRM_VERSION_QUOTE(major, minor, patch) TRM_VERSION_JOIN(major, minor, patch)

#define TRM_VERSION TRM_VERSION_QUOTE(TRM_VERSION_MAJOR, TRM_VERSION_MINOR, TRM_VERSION_PATCH)
/* For comparisons: 1.2.3 is 10203. */
#define TRM_VERSION_NUMBER (TRM_VERSION_MAJOR * 10000 + TRM_VERSION_MINOR * 100 + TRM_VERSION_PATCH)

#endif
