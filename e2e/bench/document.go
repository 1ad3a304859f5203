package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// The marks in the document between which the figures stand.
const (
	figuresBegin = "<!-- figures: make bench -->\n"
	figuresEnd   = "<!-- end of figures -->\n"
)

// print prints the tables.
func (b *bench) print(w io.Writer) error {
	if err := b.grid.print(w); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(w)
	if err := b.table.print(w); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w,
		"\nOne session of Claude Code, %d MB, written in each format, and what was written read again:\n\n", *format)
	return b.formats.print(w)
}

// write replaces the figures of a Markdown document by those of this run, with the machine and the date.
func (b *bench) write(path string) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, began := bytes.Cut(document, []byte(figuresBegin))
	_, after, ended := bytes.Cut(rest, []byte(figuresEnd))
	if !began || !ended {
		return fmt.Errorf("%s has no place for the figures: put them between %q and %q", path, figuresBegin, figuresEnd)
	}
	var text bytes.Buffer
	text.Write(before)
	fmt.Fprintf(&text, "%s\n%s\n\n```\n", figuresBegin, machine())
	if err := b.print(&text); err != nil {
		return err
	}
	fmt.Fprintf(&text, "```\n\n%s", figuresEnd)
	text.Write(after)
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// machine says when and on what the figures were measured.
func machine() string {
	said := fmt.Sprintf("%s, %s/%s, %d cores, %s", time.Now().Format("2 January 2006"),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	if version, err := exec.Command("jq", "--version").Output(); err == nil {
		said += ", " + strings.TrimSpace(string(version))
	}
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		said += ", load average at the end " + strings.Fields(string(load))[0]
	}
	return said + "."
}
