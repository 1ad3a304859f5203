// Package exchange exports sessions into files for other programs and for people, and imports them again. It also
// converts a session to another format without delivering it to a CLI ([Conversion]).
package exchange

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/render/transcript/html"
	"stead/internal/render/transcript/markdown"
	"stead/timeline"
	"stead/writers"
	"stead/writers/cusf"
	"stead/writers/universal"
)

// Format is a form in which sessions leave stead.
type Format struct {
	// Name is the value of --format, Title the name for people.
	Name, Title string
	// File returns the name of the file for a session, without a folder.
	File func(timeline.Stream, Options) (string, error)
	// Encode writes the session. Errors are those of the stream and of dst.
	Encode func(context.Context, io.Writer, timeline.Stream, Options) (writers.Report, error)
}

// Options say how a session is exported.
type Options struct {
	writers.Options
	// Whole keeps the files for people complete, however long a tool's output is. Other formats are always complete.
	Whole bool
	// Reconstruct adds data that has no place in the format, so that the session can be rebuilt exactly. Formats that hold
	// everything anyway, and those for people, ignore it.
	Reconstruct bool
	// Owner names the owner of the sessions, in formats that have a place for it (CUSF).
	Owner cusf.Owner
	// Redaction says whether the secrets that Secrets finds are masked. It masks all of them, because the reader of the
	// file is unknown.
	Redaction redaction.Policy
	Secrets   redaction.Detector
}

// Named returns a format by its name. Ok is false if there is none.
func Named(name string) (f Format, ok bool) {
	formats := Formats()
	at := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })
	if at < 0 {
		return Format{}, false
	}
	return formats[at], true
}

// Formats lists the formats in which sessions leave stead, in display order.
func Formats() []Format {
	return []Format{
		masking(written(func(o Options) writers.Writer {
			return cusf.Writer{Reconstruct: o.Reconstruct, Redate: true, Owner: o.Owner}
		})),
		masking(written(func(Options) writers.Writer { return universal.Writer{} })),
		masking(forPeople("md", "Markdown, to read", ".md", markdown.Write)),
		masking(forPeople("html", "a page for the browser, in one file", ".html", html.Write)),
	}
}

// masking returns a format that masks secrets before it writes anything, if the options ask for it.
func masking(f Format) Format {
	encode := f.Encode
	f.Encode = func(ctx context.Context, dst io.Writer, s timeline.Stream, o Options) (writers.Report, error) {
		if !o.Redaction.InFile().IsOn() {
			return encode(ctx, dst, s, o)
		}
		chosen, err := policy.Select(ctx, s, adapter.Info{Vendor: anybody}, policy.Policies{
			Redaction: redaction.Always, Detector: o.Secrets, Vendor: func(string) string { return anybody },
		})
		if err != nil {
			return writers.Report{}, err
		}
		report, err := encode(ctx, dst, chosen.Stream, o)
		chosen.Complete(&report)
		return report, err
	}
	return f
}

// anybody is the vendor of who reads a file or a format that is no CLI's: it has all that anybody thought.
const anybody = "anybody"

// written makes a format from a writer. Its file has the same name as in the writer's own store. The session keeps its
// id.
func written(writer func(Options) writers.Writer) Format {
	info := writer(Options{}).Info()
	return Format{
		Name: info.Name, Title: info.Title,
		File: func(s timeline.Stream, o Options) (string, error) {
			o.ID = s.Header.ID
			plan, err := writer(o).Plan(adapter.Store{CLI: info.Name, Root: string(filepath.Separator)}, s, o.Options)
			if err != nil {
				return "", fmt.Errorf("name the file: %w", err)
			}
			return filepath.Base(plan.Path), nil
		},
		Encode: func(ctx context.Context, dst io.Writer, s timeline.Stream, o Options) (writers.Report, error) {
			o.ID = s.Header.ID
			plan, err := writer(o).Plan(adapter.Store{CLI: info.Name}, s, o.Options)
			if err != nil {
				return writers.Report{}, err
			}
			return writer(o).Encode(ctx, dst, plan)
		},
	}
}
