// Command drift tells how the newest versions of the CLIs did in the tests. Its argument is a file with a line for each package: its
// name, its pinned version, the newest one, the one that was tested, and why that is not the newest, with tabs between them. It reads
// what go test -json writes. Its exit code is 1 when a test failed.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"stead/adapters"
	"stead/inject"
)

func main() {
	failed, err := tell(os.Stdout, os.Stdin, os.Args[1])
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "drift: %v\n", err)
		os.Exit(2)
	case failed:
		os.Exit(1)
	}
}

// tell reads a run of the tests, and writes the table with what failed below it.
func tell(to io.Writer, run io.Reader, file string) (failed bool, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	results, err := read(run)
	if err != nil {
		return false, err
	}
	t := table{results: results}
	for line := range strings.Lines(string(content)) {
		v, err := parseVersions(line)
		if err != nil {
			return false, fmt.Errorf("read %s: %w", file, err)
		}
		t.versions = append(t.versions, v)
	}
	return t.write(to)
}

// versions are those of one CLI.
type versions struct {
	cli                    string
	pinned, newest, tested string
	// why says why the newest one was not tested.
	why string
}

func parseVersions(line string) (versions, error) {
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(fields) != 5 {
		return versions{}, fmt.Errorf("%q has not the five fields package, pinned, newest, tested, why", line)
	}
	drivers := adapters.Drivers()
	at := slices.IndexFunc(drivers, func(d inject.Driver) bool { return d.Program().Package == fields[0] })
	if at < 0 {
		return versions{}, fmt.Errorf("no driver starts the program of %q", fields[0])
	}
	return versions{cli: drivers[at].Info().Name, pinned: fields[1], newest: fields[2], tested: fields[3], why: fields[4]}, nil
}
