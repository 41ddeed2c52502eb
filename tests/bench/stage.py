# SPDX-License-Identifier: MIT
"""Runs tshark with the plugin of a build and without user settings, and measures the run."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
NOBODY = 65534


class Stage:
    def __init__(self, folder, build):
        self.folder = Path(folder)
        self.folder.chmod(0o755)
        self.home, self.without, self.plugins = (self.folder / name for name in ("home", "none", "plugins"))
        self.home.mkdir(mode=0o777), self.without.mkdir()
        self.home.chmod(0o777)
        shutil.copytree(Path(build) / "plugins", self.plugins)

    def add(self, build):
        """Copies the plugins of another build."""
        plugins = self.folder / "others"
        shutil.copytree(Path(build) / "plugins", plugins)
        return plugins

    def readable(self, path):
        """A copy of a file or a folder that the user of run() may read: the checkout may be closed to it."""
        copy = self.folder / "read" / Path(path).relative_to(SOURCE)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if Path(path).is_dir() else shutil.copy)(path, copy)
            subprocess.run(["chmod", "-R", "a+rX", str(self.folder / "read")], check=True)
        return copy

    def run(self, capture, *arguments, plugins=None):
        """Seconds of processor time of one run, user and system, and its peak memory in KiB."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                       "WIRESHARK_PLUGIN_DIR": str(plugins or self.plugins)}
        as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        process = subprocess.Popen(["tshark", "-n", "-r", str(capture), *arguments], env=environment, cwd=self.home,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **as_user)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"tshark ended with {process.returncode}")
        return used.ru_utime + used.ru_stime, used.ru_maxrss


@contextmanager
def stage(build):
    with tempfile.TemporaryDirectory() as folder:
        yield Stage(folder, build)
