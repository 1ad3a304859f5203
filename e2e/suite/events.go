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

// runAll compiles what packages need, and runs their tests, first without the race detector and then with it.
func runAll(ctx context.Context, o options, packages []testPackage, r *results) error {
	if slices.ContainsFunc(packages, func(p testPackage) bool { return strings.HasPrefix(p.path, "stead/e2e/") }) {
		if err := harness.BuildPrograms(); err != nil {
			return err
		}
	}
	kinds := map[bool][]string{}
	for _, race := range []bool{false, true} {
		for _, p := range packages {
			if p.runs(race) {
				kinds[race] = append(kinds[race], p.path)
			}
		}
		if err := compile(ctx, o, race, kinds[race]); err != nil {
			return err
		}
	}
	r.compiled = processorTime()
	var failures []error
	for _, race := range []bool{false, true} {
		if len(kinds[race]) > 0 && ctx.Err() == nil {
			failures = append(failures, goTest(ctx, o, append(flags(o, race), kinds[race]...), r.take))
		}
	}
	return errors.Join(append(failures, context.Cause(ctx))...)
}

// compile compiles the tests of packages into Go's cache, so that the tests' processor time is the same with an empty
// cache. go test reports what does not compile, and links.
func compile(ctx context.Context, o options, race bool, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	arguments := []string{"list", "-e", "-export", "-test"}
	if race && hasCompiler() {
		arguments = append(arguments, "-race")
	}
	command := exec.CommandContext(ctx, "go", append(arguments, paths...)...)
	command.Env = o.environment()
	if err := command.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("compile the tests: %w", err)
	}
	return nil
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
