// Command bench measures stead as a whole. It measures each figure in the same run as a peer or a lower limit,
// alternating with it, and prints both beside the target in a table. It never fails for slowness.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/e2e/harness"
)

var (
	small      = flag.Int64("small", 200, "size of the smaller session to convert, in MB")
	large      = flag.Int64("large", 1000, "size of the larger one, in MB; 0 leaves it out")
	searchedMB = flag.Int64("searched", 50, "size of the sessions that are searched for secrets, in MB")
	sessions   = flag.Int("sessions", 2000, "number of sessions to list")
	output     = flag.Int64("output", 50, "how much terminal output to relay, in MB")
	format     = flag.Int64("format", 100, "size of the session that is written and read in each format, in MB")
	rounds     = flag.Int("rounds", 5, "how often the longer measurements are taken")
	only       = flag.String("only", "",
		"the parts to measure, separated by commas: start, terminal, worktrees, ...; all by default")
	document = flag.String("write", "", "a Markdown file whose figures are replaced by those of this run")
)

func main() {
	if err := start(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// start runs the benchmarks, or that part of bench which they start as a program of its own.
func start(args []string) error {
	switch {
	case len(args) == 3 && args[0] == relayCommand:
		return relay(args[1], args[2])
	case len(args) == 3 && args[0] == indexCommand:
		return refreshIndex(args[1], args[2])
	case len(args) > 1 && args[0] == measureCommand:
		return measureOne(args[1:])
	}
	flag.Parse()
	return run()
}

// bench is a temporary folder with the program under test.
type bench struct {
	folder, home, stead string
	table               table
	grid                grid
	formats             formatTable
}

func run() error {
	stead, err := harness.SteadBinary()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "stead-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	b := &bench{folder: folder, home: filepath.Join(folder, "home"), stead: stead}
	if err := os.Mkdir(b.home, 0o700); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"start", b.start}, {"terminal", b.terminal}, {"attach", b.attach}, {"capture", b.capture}, {"state", b.state},
		{"origins", b.everywhere}, {"list", b.list}, {"search", b.scanned},
		{"extract", b.extract}, {"ding", b.ding},
		{"worktrees", b.worktrees}, {"forks", b.family},
		{"secrets", b.secrets}, {"giant sessions", b.giants}, {"formats", b.eachFormat},
	} {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), part.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "measuring: %s\n", part.name)
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if err := b.print(os.Stdout); err != nil || *document == "" {
		return err
	}
	return b.write(*document)
}

// path is a path in the bench's folder.
func (b *bench) path(name string) string { return filepath.Join(b.folder, name) }
