// Command suite runs the project's tests and reports where their time went.
//
//	suite                           all tests, as make test does
//	suite -fresh PACKAGES           some of them, ignoring Go's cache of earlier results
//	suite -prove                    everything that real CLIs must show; if it holds, writes that down (harness.Proven)
//	suite -drift VERSIONS           no tests: reads and reports the results of the tests that scripts/drift ran
//	suite -rounds 20 -load 4 PACKAGE   the tests of one package repeatedly under a load, to find flaky tests
//
// It prints the closing line of each package as go test does, the output of failing tests, the ten slowest packages and
// tests, and the processor time of all. It fails when a test fails, when a test takes longer than [longest], or when
// all of them take more processor time than their [budget].
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"stead/e2e/harness"
)

// longest is how long one test may take, by the clock. The aim is a minute. What a test waits for its turn does not
// count, nor the time in which processes of the machine waited for a processor.
const longest = 2 * time.Minute

// options are what the command line says.
type options struct {
	fresh   bool
	prove   bool
	drift   string
	rounds  int
	load    int
	run     string
	timeout time.Duration
}

func main() {
	var o options
	flag.BoolVar(&o.fresh, "fresh", false, "run all tests, whatever Go remembers of earlier runs")
	flag.BoolVar(&o.prove, "prove", false, "run all tests with real CLIs, and write down that they have passed")
	flag.StringVar(&o.drift, "drift", "",
		"tell how the versions of CLIs in this `file` did, by go test -json on standard input")
	flag.IntVar(&o.rounds, "rounds", 0, "run the tests of each package that many times")
	flag.IntVar(&o.load, "load", 0, "keep that many processes busy meanwhile")
	flag.StringVar(&o.run, "run", "", "only tests of these names, as for go test")
	flag.DurationVar(&o.timeout, "timeout", 30*time.Minute, "the longest that the tests of one package may take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := suite(ctx, o, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "suite: %v\n", err)
		stop()
		os.Exit(1)
	}
}

// suite runs the tests of packages, of all if none is named.
func suite(ctx context.Context, o options, patterns []string) error {
	if o.drift != "" {
		return tell(os.Stdout, os.Stdin, o.drift)
	}
	whole := len(patterns) == 0 && !o.prove
	switch {
	case o.prove:
		o.fresh, patterns = true, []string{"./e2e/..."}
	case whole:
		patterns = []string{"./..."}
	}
	packages, err := list(ctx, patterns)
	if err != nil {
		return err
	}
	if o.load > 0 {
		defer keepBusy(ctx, o.load)()
	}
	if o.rounds > 0 {
		return hunt(ctx, o, packages)
	}
	results := newResults(os.Stdout)
	err = runAll(ctx, o, packages, results)
	most, stampErr := budget()
	results.print(os.Stdout, most)
	if err = errors.Join(err, stampErr); err == nil {
		err = results.judge(whole, most)
	}
	if err == nil && o.prove {
		err = harness.WriteProven()
	}
	return err
}
