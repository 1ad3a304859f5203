package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// figure is what a program cost: medians over its runs, and the highest
// memory of any.
type figure struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

// measure runs a command line several times in the given home, its standard
// output thrown away. The file output, if any, is removed before each run.
func measure(home string, runs int, output string, line ...string) (figure, error) {
	var walls, cpus []time.Duration
	var peak int64
	for range runs {
		if output != "" {
			if err := os.Remove(output); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return figure{}, err
			}
		}
		command := exec.Command(line[0], line[1:]...)
		command.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "LANG=C.UTF-8"}
		command.Stderr = os.Stderr
		begin := time.Now()
		if err := command.Run(); err != nil {
			return figure{}, fmt.Errorf("%v: %w", line, err)
		}
		walls = append(walls, time.Since(begin))
		cpus = append(cpus, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
		peak = max(peak, peakMemory(command.ProcessState))
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	return figure{wall: walls[runs/2], cpu: cpus[runs/2], peak: peak}, nil
}

// peakMemory is the most memory that a process held. Linux counts in kibibytes,
// and a program starts with the peak of the one that started it: some 15 MB.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}

// report prints one line: a figure and its ratio to the one it is judged by.
func report(what string, got, by figure, aim string) {
	fmt.Printf("%-34s %9s wall %9s cpu %5d MB peak   %.2f times, aim %s\n", what,
		got.wall.Round(time.Millisecond/10), got.cpu.Round(time.Millisecond/10), got.peak>>20,
		got.wall.Seconds()/by.wall.Seconds(), aim)
}
