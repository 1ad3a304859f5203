package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"

	"stead/e2e/harness"
)

// What the tests of a package import says how they run. Those that look for goroutines which are left have goroutines,
// and run with the race detector: it would make the others five to eleven times as slow, and find nothing. Those that
// measure memory, or only compute for long, run without it, as well.
const (
	looksForGoroutines = "go.uber.org/goleak"
	measures           = "stead/internal/testkit/resources"
)

// testPackage is a package that has tests.
type testPackage struct {
	path string
	// concurrent says that it runs with the race detector, measured that it runs without it although it is concurrent.
	concurrent, measured bool
}

// runs reports whether the package runs with the race detector, or without it.
func (p testPackage) runs(race bool) bool {
	if race {
		return p.concurrent
	}
	return !p.concurrent || p.measured
}

// list returns the packages that have tests.
func list(ctx context.Context, patterns []string) ([]testPackage, error) {
	format := `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}{{end}}`
	command := exec.CommandContext(ctx, "go", append([]string{"list", "-f", format}, patterns...)...)
	var said bytes.Buffer
	command.Stderr = &said
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(patterns, " "), err, said.Bytes())
	}
	var packages []testPackage
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) > 0 {
			imports := fields[1:]
			packages = append(packages, testPackage{fields[0], slices.Contains(imports, looksForGoroutines),
				slices.Contains(imports, measures)})
		}
	}
	return packages, lines.Err()
}

// hasCompiler says that the race detector can be used: it needs a C compiler.
var hasCompiler = sync.OnceValue(func() bool {
	name, err := exec.Command("go", "env", "CC").Output()
	if err == nil {
		_, err = exec.LookPath(strings.TrimSpace(string(name)))
	}
	return err == nil
})

// flags are those of go test for packages of one kind. The linter has run go vet. Only debuggers need the tables that
// are left out, and a test is linked a third faster without them.
func flags(o options, race bool) []string {
	arguments := []string{"test", "-json", "-vet=off", "-ldflags=-s -w", "-timeout", o.timeout.String()}
	if race && hasCompiler() {
		arguments = append(arguments, "-race")
	}
	if o.fresh {
		arguments = append(arguments, "-count=1")
	}
	if o.run != "" {
		arguments = append(arguments, "-run", o.run)
	}
	return arguments
}

// memory is a file system in memory, and enough the space that tests need there. They make some hundred thousand small
// files, for which a disk takes twice the processor time.
const (
	memory = "/dev/shm"
	enough = 8 << 30 // bytes
)

// environment is that of go test.
func (o options) environment() []string {
	// a program with the race detector sleeps for a second at its end
	environment := append(os.Environ(), "GORACE=atexit_sleep_ms=20")
	if o.prove {
		environment = append(environment, harness.Prove+"=all")
	}
	var space syscall.Statfs_t
	if os.Getenv("TMPDIR") == "" && syscall.Statfs(memory, &space) == nil && space.Bavail*uint64(space.Bsize) >= enough {
		environment = append(environment, "TMPDIR="+memory)
	}
	return environment
}
