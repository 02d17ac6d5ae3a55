/** Programs against the files: archives that explode, names, links, numbers, and what is below everything. */
import { zip } from '../../python/zip.ts';
import type { Program } from './program.ts';

/** 160 MB in 160 KB. */
const bomb = new Uint8Array(
  await zip(Array.from({ length: 20 }, (_, index) => ({ name: `big${index}`, data: new Uint8Array(8 << 20) }))),
);

export const files: readonly Program[] = [
  {
    name: 'unpacks a bomb that was uploaded',
    uploads: { 'bomb.zip': bomb },
    code: `
import zipfile
zipfile.ZipExtFile._update_crc = lambda *args: None
zipfile.ZipFile("bomb.zip").extractall("out")`,
    ends: ['error'],
    says: /OSError|MemoryError/,
  },
  {
    name: 'unpacks names that lead out',
    code: `
import zipfile, tarfile, io, os
with zipfile.ZipFile("names.zip", "w") as archive:
    for name in ("../../escaped", "/etc/escaped", "a/../../../escaped", "C:\\\\escaped", "con"): archive.writestr(name, "x")
zipfile.ZipFile("names.zip").extractall()
sorted(os.listdir("/"))`,
    ends: ['ok'],
  },
  {
    name: 'gives files every name that a file can have',
    code: `
import os
names = ["\\n", "\\r\\n", " ", "..x", "-rf", "a'b", 'a"b', "\\u202egnp.exe", "\\ud800", "%2e%2e%2f", "__proto__", "constructor",
         "toString", "x" * 255, "\\x1b[2J", "CON", "nul.txt", "a\\\\b", "'; DROP TABLE file; --"]
for name in names:
    try: open(name, "w").write("x")
    except (OSError, ValueError) as error: print(ascii(name), error)
for path in ("../out", "/workspace/../out2", "a\\0b", "/workspace/./x/../y"):
    try: open(path, "w").write("x")
    except (OSError, ValueError) as error: print(ascii(path), error)
deep = "/".join(["d" * 200] * 30)
try: os.makedirs(deep)
except OSError as error: print(error)`,
    ends: ['ok', 'error'],
  },
  {
    name: 'makes 20,000 files',
    code: 'for i in range(20_000): open(f"f{i}", "w").close()',
    ends: ['error', 'ok'],
    says: /OSError|not kept/,
  },
  {
    name: 'makes links in circles and links that lead out',
    code: `
import os
os.symlink("loop", "loop")
os.symlink("/workspace", "self")
os.symlink("/", "root")
os.symlink("../../etc/passwd", "out")
os.symlink("/workspace/before.txt", "inside")
os.mkdir("d"); os.symlink("..", "d/up")
try: os.link("before.txt", "hard")
except OSError as error: print(error)
sum(1 for _ in os.walk(".", followlinks=False))`,
    ends: ['ok', 'error'],
    says: /[Nn]ot kept/,
  },
  {
    name: 'deletes the folder in which it is',
    code: `
import os, shutil, sys
os.mkdir("/tmp/gone"); os.chdir("/tmp/gone"); os.rmdir("/tmp/gone")
sys.path[:] = ["/tmp/gone"]`,
    ends: ['ok', 'error'],
  },
  {
    name: 'deletes everything',
    code: `
import shutil
for path in ("/workspace", "/lib", "/home", "/tmp", "/dev", "/proc", "/"): shutil.rmtree(path, ignore_errors=True)`,
    ends: ['ok', 'error'],
    destroys: 'files',
  },
  {
    name: 'writes to devices and to /proc',
    code: `
import os
for root in ("/dev", "/proc"):
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            try:
                fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)
                os.write(fd, b"x" * 1000)
            except OSError as error: pass
try: os.mknod("/workspace/device", 0o20666, 0)
except OSError as error: print(error)
try: os.mkfifo("/workspace/pipe")
except OSError as error: print(error)`,
    ends: ['ok', 'error'],
  },
  {
    name: 'moves the workspace away and puts a link in its place',
    code: `
import os
try: os.rename("/workspace", "/elsewhere")
except OSError as error: print(error)
try: os.symlink("/lib", "/workspace")
except OSError as error: print(error)`,
    ends: ['ok', 'error'],
    destroys: 'files',
  },
  {
    name: 'mounts file systems',
    code: `
import pyodide_js
FS = pyodide_js.FS
for kind in ("MEMFS", "PROXYFS", "IDBFS", "NODEFS", "WORKERFS"):
    try:
        FS.mount(getattr(FS.filesystems, kind), {}, "/workspace")
        print("mounted", kind)
    except BaseException as error: print(kind, error)`,
    ends: ['ok', 'error'],
    destroys: 'files',
  },
];
