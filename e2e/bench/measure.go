package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// job is a command line to measure. The file that it makes, if any, is
// removed before each run.
type job struct {
	line  []string
	makes string
}

// figure is what a program cost: the median time of its runs, and the highest
// memory of any.
type figure struct {
	wall time.Duration
	peak int64 // bytes
}

// compare runs the jobs in turns, so that what else the machine does falls on
// all of them.
func (b *bench) compare(rounds int, jobs ...job) ([]figure, error) {
	walls := make([][]time.Duration, len(jobs))
	figures := make([]figure, len(jobs))
	for range rounds {
		for i, j := range jobs {
			wall, peak, err := b.once(j)
			if err != nil {
				return nil, err
			}
			walls[i] = append(walls[i], wall)
			figures[i].peak = max(figures[i].peak, peak)
		}
	}
	for i := range jobs {
		figures[i].wall = quantile(walls[i], 0.5)
	}
	return figures, nil
}

func (b *bench) once(j job) (wall time.Duration, peak int64, err error) {
	if j.makes != "" {
		if err := os.Remove(j.makes); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, 0, err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	command := exec.Command(self, append([]string{measureCommand}, j.line...)...)
	var said strings.Builder
	command.Env, command.Stderr = b.environment(), &said
	found, err := command.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %s", err, &said)
	}
	_, err = fmt.Sscan(string(found), &wall, &peak)
	return wall, peak, err
}

// measureCommand is the argument with which bench runs itself to measure one program. A program starts with the highest
// memory that the one had which starts it, and bench itself has held more than what it measures.
const measureCommand = "measure"

// measureOne runs a program, its output thrown away, and prints its time in nanoseconds and its peak in bytes.
func measureOne(line []string) error {
	var said strings.Builder
	command := exec.Command(line[0], line[1:]...)
	command.Stderr = &said
	begin := time.Now()
	if err := command.Run(); err != nil {
		return fmt.Errorf("%v: %w\n%s", line, err, &said)
	}
	fmt.Println(int64(time.Since(begin)), peakMemory(command.ProcessState))
	return nil
}

func (b *bench) environment() []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + b.home, "LANG=C.UTF-8", "TERM=xterm-256color",
		"SHELL=/bin/sh"}
}

// peakMemory is the most memory that a process held. Linux counts in kibibytes.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}

// quantile returns the value below which a share of the values lies.
func quantile(values []time.Duration, share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
