"""The command line as a process: signals, pipes and closed streams."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time  # noqa: TID251 - processes take their time

import pytest

COMMAND = [sys.executable, "-m", "cardwright"]
INTERRUPTIBLE = """\
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test runner in the background may ignore it
from cardwright.__main__ import main
main()
"""


def test_ctrl_c_at_the_prompt_ends_with_130_and_one_line() -> None:
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "play", "huangdao", "--seed", "3"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(theirs)
    shown = b""
    until = time.monotonic() + 30
    while b"A> " not in shown and time.monotonic() < until:
        if select.select([mine], [], [], 1)[0]:
            shown += os.read(mine, 4096)
    time.sleep(0.5)  # until it has printed the prompt and waits
    process.send_signal(signal.SIGINT)
    try:
        _, complaint = process.communicate(timeout=10)
    finally:
        process.kill()
        os.close(mine)
    assert b"Type a number to choose" in shown
    assert process.returncode == 130
    assert complaint.splitlines() == ["cardwright: interrupted at turn 0"]


def test_ctrl_c_leaves_no_process_of_a_simulation_behind() -> None:
    words = [sys.executable, "-c", INTERRUPTIBLE, "simulate", "huangdao", "-n", "5000", "--jobs", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            time.sleep(2.5)
            os.killpg(process.pid, signal.SIGINT)
            _, complaint = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_reader_that_goes_away_is_no_error() -> None:
    words = [*COMMAND, "play", "huangdao", "--seed", "3"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) in {0, 141}
        assert process.stderr.read() == ""


def test_a_stream_that_lacks_signs_gets_others_for_them() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "card", "HD01-035"], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0
    assert "\\u51b0" in done.stdout


def test_no_colour_goes_into_a_pipe() -> None:
    done = subprocess.run([*COMMAND, "simulate", "huangdao", "-n", "1"], capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_closed_streams_are_no_crash() -> None:
    for closed in (">&-", "2>&-"):
        done = subprocess.run(["/bin/sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "rule", "HD-CHAIN-10"], check=False)
        assert done.returncode == 0
