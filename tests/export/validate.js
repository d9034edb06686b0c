// node validate.js FOLDER FILE: the issues that Khronos' validator (installed in FOLDER) finds in a glTF file, as JSON.
const fs = require('fs');
const path = require('path');
const validator = require(path.join(process.argv[2], 'node_modules', 'gltf-validator'));
validator
  .validateBytes(new Uint8Array(fs.readFileSync(process.argv[3])))
  .then((report) => console.log(JSON.stringify(report.issues)))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
