// Command check is what a newcomer runs before a commit: make check. It looks at the changes since main, in a minute on
// two processors. It lints and tests the packages that changed, builds all others, continues one session in a real CLI,
// and tests as many of the packages that import changed ones as the minute allows. It reports what it left out.
//
//	check golangci-lint
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// minute is when the last tests are ended, but for those of what has changed. The rest of it is for what go run needs.
const minute = 55 * time.Second

// realRun is one run with real CLIs, from Claude Code to Codex.
var realRun = []string{"./e2e/terminal", "-run", "^TestSessionGoesOnInTheTerminal$/^claude_to_codex_at_100x40$"}

func main() {
	if err := check(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "check: %v\n", err)
		os.Exit(1)
	}
}

func check(linter string) error {
	deadline := time.Now().Add(minute)
	p, err := look()
	if err != nil {
		return err
	}
	fmt.Println("changed since main:", list(p.changed))
	for _, step := range [][]string{
		append([]string{linter, "run", "--allow-parallel-runners"}, folders(p.changed)...),
		{"go", "list", "-export", "-f", `{{""}}`, "./..."}, // compiles all; go build ./... links a dozen programs, too
		append([]string{"go", "test", "-short", "-vet=off"}, p.tested...),
		append([]string{"go", "test", "-vet=off"}, realRun...),
	} {
		if step[0] == linter && len(p.changed) == 0 {
			continue
		}
		if err := run(step...); err != nil {
			return err
		}
	}
	left, err := p.testImporters(deadline)
	fmt.Printf("not run: %s; the race detector; what -short leaves out\n"+
		"make test runs all of it, make lint looks at all packages\n", list(append(left, p.withCLIs...)))
	return err
}

func run(words ...string) error {
	began := time.Now()
	c := exec.Command(words[0], words[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	err := c.Run()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	fmt.Printf("%5.1f s, %5.1f s of processors: %.70s\n", time.Since(began).Seconds(), used.Seconds(),
		strings.Join(words, " "))
	return nil
}

// testImporters tests the packages that import what changed until the deadline. It returns those that it did not reach.
func (p plan) testImporters(deadline time.Time) (left []string, err error) {
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	if len(p.importers) == 0 || ctx.Err() != nil {
		return p.importers, nil
	}
	c := exec.CommandContext(ctx, "go", append([]string{"test", "-short", "-vet=off"}, p.importers...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) } // the tests and compilers with it
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err = c.Run()
	left = notReached(p.importers, said.String())
	if ctx.Err() != nil && !strings.Contains(said.String(), "\nFAIL") {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("packages that import what changed:\n%s", said.String())
	}
	fmt.Printf("tested of the packages that import what changed: %d of %d\n", len(p.importers)-len(left), len(p.importers))
	return left, err
}

// notReached returns the packages of which go test has not told how their tests went.
func notReached(packages []string, said string) (left []string) {
	for _, p := range packages {
		if !strings.Contains(said, "\t"+p+"\t") {
			left = append(left, p)
		}
	}
	return left
}

// list names some packages.
func list(packages []string) string {
	const most = 8
	switch n := len(packages); {
	case n == 0:
		return "no package"
	case n > most:
		return fmt.Sprintf("%s and %d more packages", strings.Join(packages[:most], " "), n-most)
	}
	return strings.Join(packages, " ")
}
