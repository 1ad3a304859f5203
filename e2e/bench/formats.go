package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"stead/adapters"
)

// formatTable is what each format costs.
type formatTable []formatRow

// formatRow is one format: a session written in it, and that file read again.
type formatRow struct {
	name           string
	written, read  figure
	source, target int64 // bytes
	jq             figure
}

// eachFormat writes one session of Claude Code in each format and reads what was written, side by side. Reading means
// into the universal format, line by line. The peer is jq, which looks at one member of each line, or of the one
// document.
func (b *bench) eachFormat() error {
	source := b.path("formats.jsonl")
	if err := makeSession(source, sessionID(4), *format*1e6, 4); err != nil {
		return err
	}
	for _, writer := range adapters.Writers() {
		row, err := b.oneFormat(writer.Info().Name, source)
		if err != nil {
			return fmt.Errorf("%s: %w", writer.Info().Name, err)
		}
		b.formats = append(b.formats, row)
	}
	return nil
}

func (b *bench) oneFormat(name, source string) (formatRow, error) {
	file := b.path("format-" + name)
	defer func() { _ = os.Remove(file) }()
	row := formatRow{name: name}
	write := b.conversion(source, "claude", name, file)
	written, err := b.compare(min(3, *rounds), write)
	if err != nil {
		return row, err
	}
	read := b.conversion(file, name, "universal", b.path("format.universal"))
	read.line = append(read.line, "--lines")
	figures, err := b.compare(min(3, *rounds), jq(file), read)
	if err != nil {
		return row, err
	}
	row.written, row.jq, row.read = written[0], figures[0], figures[1]
	if row.source, err = sizeOf(source); err == nil {
		row.target, err = sizeOf(file)
	}
	return row, err
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (t formatTable) print(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(columns, "FORMAT\tWRITE MB/s\tPEAK MB\tSIZE MB\tREAD MB/s\tPEAK MB\tREAD x jq\t")
	for _, r := range t {
		_, _ = fmt.Fprintf(columns, "%s\t%.0f\t%d\t%d\t%.0f\t%d\t%.2f\t\n", r.name,
			speed(r.source, r.written), r.written.peak>>20, r.target/1e6,
			speed(r.target, r.read), r.read.peak>>20, r.read.wall.Seconds()/r.jq.wall.Seconds())
	}
	return columns.Flush()
}

// speed is in MB of 1,000,000 bytes a second.
func speed(bytes int64, f figure) float64 { return float64(bytes) / 1e6 / f.wall.Seconds() }
