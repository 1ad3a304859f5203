package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"stead/e2e/harness"
)

// The processor time of all tests, once they are compiled: where all CLIs are proven for what they are now, and with
// all proofs.
const (
	budgetProven = 1500 * time.Second
	budgetProofs = 2800 * time.Second
)

// budget is the processor time that all tests may take.
func budget() (time.Duration, error) {
	proven, err := harness.Proven(harness.With(func(c harness.CLI) bool {
		return c.IsTarget() &&
			harness.Installed(c.Name)
	})...)
	if proven {
		return budgetProven, err
	}
	return budgetProofs, err
}

// name is a test in its package.
type name struct{ pack, test string }

// timed is something that took time.
type timed struct {
	name
	took time.Duration
	// stalled is how long of it some process of the machine waited for a processor.
	stalled time.Duration
}

// results collect what go test says.
type results struct {
	output io.Writer
	// said is what tests that have not ended have printed.
	said map[name][]string
	// parents are tests that have tests of their own, whose time contains the others'.
	parents  map[name]bool
	tests    []timed
	packages []timed
	failed   []name
	// pressure tells how long some process has waited for a processor so far, begun what that was when a test began.
	pressure func() time.Duration
	begun    map[name]time.Duration
	// compiled is the processor time that compiling took, which is next to nothing where Go's cache has all of it.
	compiled time.Duration
}

func newResults(output io.Writer) *results {
	return &results{output: output, said: map[name][]string{}, parents: map[name]bool{}, pressure: pressure,
		begun: map[name]time.Duration{}}
}

// take takes one event.
func (r *results) take(e event) {
	of := name{e.Package, e.Test}
	switch e.Action {
	case "output":
		if e.Test == "" && isClosing(e.Output) {
			_, _ = fmt.Fprint(r.output, e.Output)
			return
		}
		r.said[of] = append(r.said[of], e.Output)
	case "build-output":
		_, _ = fmt.Fprint(r.output, e.Output)
	case "run":
		if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
			r.parents[name{e.Package, e.Test[:i]}] = true
		}
		r.begun[of] = r.pressure()
	case "cont": // what it waited for its turn does not count
		r.begun[of] = r.pressure()
	case "pass", "skip", "fail":
		r.end(of, e)
	}
}

// isClosing says that a line is the last one of a package.
func isClosing(line string) bool {
	return strings.HasPrefix(line, "ok  ") || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "?   ")
}

// end notes that a test or a package has ended. What a failed one printed is printed.
func (r *results) end(of name, e event) {
	took := timed{name: of, took: time.Duration(e.Elapsed * float64(time.Second))}
	if begun, ok := r.begun[of]; ok {
		took.stalled = min(r.pressure()-begun, took.took)
		delete(r.begun, of)
	}
	if of.test == "" {
		r.packages = append(r.packages, took)
	} else {
		r.tests = append(r.tests, took)
	}
	if e.Action == "fail" {
		r.failed = append(r.failed, of)
		r.printSaid(of)
	}
	delete(r.said, of)
}

// printSaid prints what a test has printed; of a package, also what its tests have that have not ended.
func (r *results) printSaid(of name) {
	_, _ = fmt.Fprint(r.output, strings.Join(r.said[of], ""))
	if of.test != "" {
		return
	}
	for other, said := range r.said {
		if other.pack == of.pack && other.test != "" {
			_, _ = fmt.Fprint(r.output, strings.Join(said, ""))
			delete(r.said, other)
		}
	}
}

// leaves are the tests that have none of their own, the slowest first.
func (r *results) leaves() []timed {
	leaves := slices.DeleteFunc(slices.Clone(r.tests), func(t timed) bool { return r.parents[t.name] })
	return slowestFirst(leaves)
}

func slowestFirst(all []timed) []timed {
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(b.took, a.took) })
	return all
}

// print prints the ten slowest packages and tests, and the processor time beside what all tests may take.
func (r *results) print(output io.Writer, budget time.Duration) {
	printSlowest(output, "packages", slowestFirst(slices.Clone(r.packages)))
	printSlowest(output, "tests", r.leaves())
	_, _ = fmt.Fprintf(output, "\nprocessor time: %d s to compile, and %d s of the %d s that all tests may take\n",
		int(r.compiled.Seconds()), int((processorTime() - r.compiled).Seconds()), int(budget.Seconds()))
}

func printSlowest(output io.Writer, what string, all []timed) {
	_, _ = fmt.Fprintf(output, "\nthe slowest %s:\n", what)
	for _, t := range all[:min(10, len(all))] {
		_, _ = fmt.Fprintf(output, "%8.1f s  %s %s\n", t.took.Seconds(), t.pack, t.test)
	}
}

// judge returns an error where tests take too long. Some tests alone are not judged by the budget of all. While
// processes wait for a processor, the clock says how busy the machine is, and not how slow a test is: the budget counts
// what tests compute.
func (r *results) judge(whole bool, budget time.Duration) error {
	for _, t := range r.leaves() {
		if t.took-t.stalled > longest {
			return fmt.Errorf("%s %s took %s, in %s of which no process waited for a processor; "+
				"a test may take %s: split it, or have it do less", t.pack, t.test,
				t.took.Round(time.Second), (t.took - t.stalled).Round(time.Second), longest)
		}
	}
	if used := processorTime() - r.compiled; whole && used > budget {
		return fmt.Errorf("the tests took %s of processor time, more than the budget of %s (e2e/suite/results.go)",
			used.Round(time.Second), budget)
	}
	return nil
}

// processorTime is that of all programs that have ended: compilers, tests, and what these have started and waited for.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// pressure is how long some process of the machine has waited for a processor since it was started, as Linux tells it
// (https://docs.kernel.org/accounting/psi.html). Elsewhere it is 0.
func pressure() time.Duration {
	content, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(content), "\n")
	_, total, _ := strings.Cut(line, "total=")
	microseconds, err := strconv.ParseInt(total, 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(microseconds) * time.Microsecond
}
