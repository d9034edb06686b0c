#!/usr/bin/python3
"""check_state_fields.py ROOT: is each field that a run keeps from step to step saved with its state, or said not to be?

What a step reads is Model, Layout and State (docs/decisions/0044-the-state-is-complete.md). A field of the structs below stands in the code that writes
and reads the state, or in backticks in a comment "Not in the state of STRUCT ..." beside it, with the reason."""
import pathlib
import re
import sys

STRUCTS = (('trm_Simulation', 'src/analysis/simulation.h', 'src/analysis/run_state.c', ''),
           ('trm_Dynamics', 'src/analysis/dynamic.h', 'src/analysis/run_state.c', ''),
           ('trm_Plan', 'src/analysis/dynamic.h', 'src/analysis/run_state.c', 'plan_bytes'),
           ('trm_Dense', 'src/analysis/dense.h', 'src/analysis/dense.c', 'trm_dense_bytes'),
           ('trm_OdeMotion', 'src/integrate/index_1/ode_motion.h', 'src/integrate/index_1/ode_state.c', ''),
           ('trm_Ode', 'src/integrate/index_1/ode.c', 'src/integrate/index_1/ode.c', 'trm_ode_memory'),
           ('trm_Statics', 'src/analysis/static_internal.h', 'src/analysis/static.c', 'bytes_of'),
           ('trm_ArcLength', 'src/analysis/arc_length.c', 'src/analysis/arc_length.c', 'trm_arc_length_bytes'),
           ('trm_Kinematics', 'src/analysis/kinematic.c', 'src/analysis/kinematic.c', 'bytes_of'))


def without_comments(text):
    return re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)


def fields(text, struct):
    body = re.search(r'struct ' + struct + r' \{(.*?)\n\}', without_comments(text), re.S)
    if not body:
        sys.exit(f'check_state_fields: there is no struct {struct}')
    for declaration in body.group(1).split(';'):
        declaration = re.sub(r'\[[^\]]*\]', '', declaration).strip()
        if declaration:
            for name in declaration.split(','):
                yield re.search(r'([a-z_0-9]+)\s*$', name.strip()).group(1)


def function(text, name):
    if not name:
        return text
    found = re.search(r'^[^\n;]*\b' + name + r'\([^;{]*\{.*?^\}', text, re.S | re.M)
    return found.group(0) if found else sys.exit(f'check_state_fields: there is no function {name}')


def main():
    root, wrong = pathlib.Path(sys.argv[1]), 0
    for struct, header, source, writer in STRUCTS:
        code = (root / source).read_text()
        said = ' '.join(re.findall(r'Not in the state of ' + struct + r'\b.*?\*/', code, re.S))
        exempt, saved = set(re.findall(r'`(\w+)`', said)), function(without_comments(code), writer)
        known = list(fields((root / header).read_text(), struct))
        for name in known:
            if name not in exempt and not re.search(r'(->|\.|&)' + name + r'\b', saved):
                print(f'{source}: field "{name}" of {struct} ({header}) is neither saved nor said not to be in the state')
                wrong += 1
        for name in sorted(exempt - set(known)):
            print(f'{source}: "{name}" is no field of {struct} any more')
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
