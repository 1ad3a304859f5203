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

// tell reads what go test -json wrote of the tests with the newest versions of the CLIs, and writes a table of how each
// of them did, with what failed below it. The error is errTests when one failed. The file has a line for each package:
// its name, its pinned version, the newest one, the one that was tested, and why that is not the newest, with tabs
// between them.
func tell(to io.Writer, run io.Reader, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	results, err := read(run)
	if err != nil {
		return err
	}
	t := table{results: results}
	for line := range strings.Lines(string(content)) {
		v, err := parseVersions(line)
		if err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		t.versions = append(t.versions, v)
	}
	failed, err := t.write(to)
	if err == nil && failed {
		err = errTests
	}
	return err
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
	return versions{cli: drivers[at].Info().Name, pinned: fields[1], newest: fields[2], tested: fields[3],
		why: fields[4]}, nil
}
