package tty

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
)

// NotifyResized does nothing: Windows tells only those who read the console's events, not its keys.
func NotifyResized(chan<- os.Signal) {}

// Run runs a command to its end. It shares the console with this process, which ignores Ctrl-C in the meantime.
func Run(command *exec.Cmd, _ *os.File) (code int, err error) {
	interrupts := make(chan os.Signal, 1) // signal.Ignore would be inherited
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	err = command.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 0, fmt.Errorf("run %s: %w", command.Path, err)
	}
	return 0, nil
}
