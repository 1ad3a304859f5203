package universal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"stead/adapters/adapter"
	format "stead/adapters/universal"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

var _ readers.Validator = Reader{}

// Schema returns the schema of both encodings. See [readers.Validator].
func (Reader) Schema() []byte { return format.SchemaJSON }

// listed is the maximum number of listed breaches. A file with more has a different problem.
const listed = 1000

// Validate checks a file in either encoding against the schema, and its sessions against the rules of
// [timeline.Validate]. See [readers.Validator].
func (r Reader) Validate(ctx context.Context, location adapter.Location) (readers.Verdict, error) {
	v := validation{verdict: readers.Verdict{Standard: "the universal format " + timeline.Version,
		Breaches: []readers.Breach{}}}
	if err := v.run(ctx, location.Path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = adapter.ErrNotFound
		}
		return readers.Verdict{}, fmt.Errorf("validate %s: %w", location.Path, err)
	}
	return v.verdict, nil
}

// validation is the state of a file's validation.
type validation struct {
	source
	verdict readers.Verdict
	file    *os.File
}

func (v *validation) run(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	v.file, v.source = file, source{path: path, size: info.Size()}
	head := make([]byte, min(detectWindow, info.Size()))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	parse, input, kind := v.parseDocument, cut, format.HeaderPart
	if isLines(head) {
		parse, input, kind = v.parseLines, section, format.HeaderLine
	}
	whole, err := parse(ctx, file, func(data []byte, line int) (timeline.Header,
		error) {
		return v.header(kind, data, line)
	})
	if errors.Is(err, adapter.ErrFormat) {
		v.breach(readers.Structure, "JSON", 0, err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	return v.part(ctx, whole, input)
}

// header checks the header of a session, and decodes as much of it as possible.
func (v *validation) header(kind string, data []byte, line int) (timeline.Header, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if !json.Valid(data) {
		v.breach(readers.Structure, "JSON", line, "the header is not JSON")
		return timeline.Header{}, nil
	}
	v.verdict.Lines++
	if err := v.schema(kind, data, line, "header"); err != nil {
		return timeline.Header{}, err
	}
	var h timeline.Header
	_ = json.Unmarshal(data, &h) // the schema has already reported faults
	return h, nil
}

// part checks the entries of a session, each by itself and all together, and then its sub-agents.
func (v *validation) part(ctx context.Context, p part, input func(io.ReaderAt, part) io.Reader) error {
	for line, err := range jsonl.Lines(ctx, input(v.file, p)) {
		if err != nil {
			return err
		}
		if err := v.entry(line, p.line); err != nil {
			return err
		}
	}
	problems, err := timeline.Validate(v.stream(ctx, p, input))
	if err != nil {
		return err
	}
	for _, problem := range problems {
		if problem.Rule != timeline.RuleHeader { // the schema checks this, too
			v.breach(readers.Structure, string(problem.Rule), 0, problem.String())
		}
	}
	for _, child := range p.children {
		if err := v.part(ctx, child, input); err != nil {
			return err
		}
	}
	return nil
}

// entry checks an entry. It is a line of the file, counted from the line before, or an element of a document's
// timeline.
func (v *validation) entry(line jsonl.Line, before int) error {
	text := bytes.TrimSpace(line.Bytes)
	if len(text) == 0 {
		return nil
	}
	v.verdict.Lines++
	number := line.Number
	if before > 0 {
		number += before
	} else {
		number = 0
	}
	name := fmt.Sprintf("timeline.%d", line.Number-1)
	if before > 0 {
		name = "entry"
	}
	if !json.Valid(text) {
		v.breach(readers.Structure, "JSON", number, name+" is not JSON: cut off, or not JSON at all")
		return nil
	}
	return v.schema(format.EntryPart, text, number, name)
}

// schema checks a part against the schema. Name is the part's name in the rules.
func (v *validation) schema(part string, value []byte, line int, name string) error {
	faults, err := format.CheckSchema(part, value)
	for _, f := range faults {
		rule := strings.Join(append([]string{name}, f.Path...), ".")
		if f.Missing {
			rule += " required"
		}
		v.breach(readers.Schema, rule, line, f.Text)
	}
	return err
}

func (v *validation) breach(part readers.Part, rule string, line int, text string) {
	if len(v.verdict.Breaches) == listed {
		v.verdict.Unlisted++
		return
	}
	v.verdict.Breaches = append(v.verdict.Breaches, readers.Breach{Part: part, Rule: rule, Line: line, Text: text})
}
