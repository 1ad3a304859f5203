package process

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/windows"
)

// Group makes a command, before its start, the first of a group of its own, which no key of this console reaches. The
// end of the command's context ends the command alone: Windows has no signals, and sends nothing to a group.
func Group(command *exec.Cmd, _ syscall.Signal) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// DieTogether does nothing, because this system sends no signal when a process dies.
func DieTogether(*exec.Cmd, syscall.Signal) (release func()) { return func() {} }

// EndGroup does nothing: what a command has started cannot be told from the rest after its end.
func EndGroup(*exec.Cmd) {}

// Detach takes this console away from a command, before its start: no key of it reaches the command, and the command
// goes on when the console closes.
func Detach(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.DETACHED_PROCESS}
}

// AskToEnd ends a process that this one has started at once, because this system cannot ask it.
func AskToEnd(p *os.Process) error { return p.Kill() }

// Terminate ends a process at once, because this system cannot ask it. It is no error if the process has ended.
func Terminate(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return nil //nolint:nilerr // there is no such process
	}
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// isTaken reports whether a number is that of a process. Another user's may not be opened, but exists.
func isTaken(pid int) bool {
	const wanted = windows.SYNCHRONIZE | windows.PROCESS_QUERY_LIMITED_INFORMATION
	handle, err := windows.OpenProcess(wanted, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	defer windows.CloseHandle(handle) //nolint:errcheck // nothing was changed by it
	event, err := windows.WaitForSingleObject(handle, 0)
	return err == nil && event == uint32(windows.WAIT_TIMEOUT)
}

// shell returns the program that runs a command line: that of Windows, unless the user has another.
func shell(line string) []string {
	if program := os.Getenv("ComSpec"); program != "" {
		return []string{program, "/c", line}
	}
	return []string{"cmd.exe", "/c", line}
}

// Become runs another program in the place of this one, and ends this process with its exit code. It only returns if
// that fails: Windows cannot replace a program.
func Become(line, env []string) error {
	command := exec.Command(line[0], line[1:]...)
	command.Env, command.Stdin, command.Stdout, command.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	if err := command.Start(); err != nil {
		return err
	}
	// The console sends Ctrl-C to both. signal.Ignore would not keep it from ending this process (Go 1.26).
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	_ = command.Wait() // its exit code says how it ended
	os.Exit(command.ProcessState.ExitCode())
	return nil
}
