package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
)

// hunt runs the tests of packages many times and prints which of them failed, how often, and what they said.
func hunt(ctx context.Context, o options, packages []testPackage) error {
	o.fresh = true
	failed := map[name]int{}
	for round := 1; round <= o.rounds && ctx.Err() == nil; round++ {
		r := newResults(os.Stdout)
		fmt.Printf("round %d of %d\n", round, o.rounds)
		if err := runAll(ctx, o, packages, r); err != nil && !errors.Is(err, errTests) {
			return err
		}
		for _, test := range r.failed {
			failed[test]++
		}
	}
	if len(failed) == 0 {
		return context.Cause(ctx)
	}
	fmt.Printf("\nfailed, of %d rounds:\n", o.rounds)
	byName := func(a, b name) int { return slices.Compare([]string{a.pack, a.test}, []string{b.pack, b.test}) }
	for _, test := range slices.SortedFunc(maps.Keys(failed), byName) {
		fmt.Printf("%5d  %s %s\n", failed[test], test.pack, test.test)
	}
	return errTests
}

// keepBusy starts processes that only compute, and returns what ends them.
func keepBusy(ctx context.Context, count int) (end func()) {
	ctx, end = context.WithCancel(ctx)
	for range count {
		busy := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			fmt.Fprintf(os.Stderr, "suite: no load: %v\n", err)
			continue
		}
		go func() { _ = busy.Wait() }()
	}
	return end
}
