"""What the tests of runs that go on share: the program, the numbers of a file as bytes, states that are changed and signed again."""

import signal
import struct
import subprocess
import sys

import h5py

PROGRAM = sys.argv[1]
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # what tests are started with (nohup, the background of a script) is not what they test
    signal.signal(number, signal.SIG_DFL)


def numbers(path):
    """All that a run computes, as bytes; the seconds it took are its own."""
    with h5py.File(path, "r") as file:
        rows, found = int(file.attrs["rows"]), {}
        file.visititems(lambda name, item: found.update({name: item[:rows].tobytes()})
                        if isinstance(item, h5py.Dataset) and (name.endswith("/values") or name == "time") else None)
        found["rows"], found["status"] = rows, file.attrs["status"]
        found["warnings"] = file["warnings"][()] if "warnings" in file else b""
        found["summary"] = {k: float(v) for k, v in file["summary"].attrs.items() if not k.startswith("seconds")}
        return found


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **options)


def sign(state):
    """The last eight bytes of a state are a hash of the others, by words (trm_hash_words)."""
    value, mask, whole = 0xCBF29CE484222325, (1 << 64) - 1, (len(state) - 8) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", state[:whole]):
        value = (value ^ word) * 0x100000001B3 & mask
        value ^= value >> 32
    for byte in state[whole:-8]:
        value = (value ^ byte) * 0x100000001B3 & mask
    return state[:-8] + struct.pack("<Q", value)


def change_state(path, old, new):
    """Another program wrote the state: a text of its head is another one of the same length."""
    assert len(old) == len(new)
    with h5py.File(path, "r+") as file:
        dataset = file[f"checkpoint/state{file['checkpoint'].attrs['current']}"]
        state = dataset[:].tobytes()
        assert old in state[:400], state[:400]
        assert sign(state) == state, "the hash of states has changed"
        dataset[:] = memoryview(sign(state.replace(old, new, 1)))


def chain(links, analysis):
    """Links of a metre, hinged one to the other."""
    bodies = "".join(f"  b{i}: {{mass: 1, inertia: [0.1, 0.1, 0.1], position: [{i + 0.5}, 0, 0]}}\n" for i in range(links))
    joints = "".join(f"  j{i}: {{type: revolute, between: [{f'b{i - 1}' if i else 'ground'}, b{i}], at: [{i}, 0, 0], axis: [0, 0, 1]}}\n" for i in range(links))
    return f"trammel: 1\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}joints:\n{joints}analysis: {{{analysis}}}\n"
