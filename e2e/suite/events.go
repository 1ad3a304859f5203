package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"stead/e2e/harness"
)

// event is one line of go test -json (go doc test2json).
type event struct {
	Action  string
	Package string
	// ImportPath stands for Package in what the compiler says.
	ImportPath string
	Test       string
	Elapsed    float64
	Output     string
}

// errTests says that tests have failed; what has failed was printed.
var errTests = errors.New("tests have failed")

// runAll builds the programs that they run, and runs the tests of packages, first without the race detector and then
// with it.
func runAll(ctx context.Context, o options, packages []testPackage, r *results) error {
	if slices.ContainsFunc(packages, func(p testPackage) bool { return strings.HasPrefix(p.path, "stead/e2e/") }) {
		if err := harness.BuildPrograms(); err != nil {
			return err
		}
	}
	var failures []error
	for _, race := range []bool{false, true} {
		var paths []string
		for _, p := range packages {
			if p.runs(race) {
				paths = append(paths, p.path)
			}
		}
		if len(paths) == 0 || ctx.Err() != nil {
			continue
		}
		failures = append(failures, goTest(ctx, o, append(flags(o, race), paths...), r.take))
	}
	return errors.Join(append(failures, context.Cause(ctx))...)
}

// goTest runs go test and hands on its events. A failure of tests is errTests.
func goTest(ctx context.Context, o options, arguments []string, take func(event)) error {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Env = o.environment()
	command.Stderr = os.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGINT) } // go test ends the tests with it
	command.WaitDelay = 10 * time.Second
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("start go test: %w", err)
	}
	readErr := readEvents(output, take)
	err = command.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return errTests
	}
	return errors.Join(readErr, err)
}

// readEvents reads the lines of go test -json. A line that is no event is handed on as the output of no package.
func readEvents(output io.Reader, take func(event)) error {
	lines := bufio.NewReader(output)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				e = event{Action: "build-output", Output: string(line)}
			}
			take(e)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read what go test prints: %w", err)
		}
	}
}
