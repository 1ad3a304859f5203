package exchange

import (
	"cmp"
	"context"
	"io"
	"strings"

	"stead/internal/render/transcript"
	"stead/timeline"
	"stead/writers"
)

// longestFolded is the maximum number of bytes of a tool's output in a file for people, unless the user asks for the
// whole: a page of a gigabyte is of no use in a browser.
const longestFolded = 200_000

// forPeople makes a format that is read, and never imported. Extension is that of its files.
func forPeople(name, title, extension string, write func(io.Writer, string, timeline.Stream,
	transcript.Options) (transcript.Written, error)) Format {
	return Format{
		Name: name, Title: title,
		File: func(s timeline.Stream, _ Options) (string, error) { return fileName(s.Header) + extension, nil },
		Encode: func(_ context.Context, dst io.Writer, s timeline.Stream, o Options) (writers.Report, error) {
			options := transcript.Options{Most: longestFolded, Zone: o.Now.Location()}
			if o.Whole {
				options.Most = 0
			}
			written, err := write(dst, s.Header.Source.CLI+":"+cmp.Or(s.Header.Source.OriginalID, s.Header.ID), s, options)
			return reportOf(written), err
		},
	}
}

func reportOf(w transcript.Written) writers.Report {
	report := writers.Report{Entries: w.Entries}
	for _, why := range w.Unread {
		report.Losses.Add("linked attachment", why.Error())
	}
	if w.Shortened > 0 {
		report.LeftOut = []writers.LeftOut{{
			What: "the rest of a long text", Count: w.Shortened,
			Why: "a file for people holds 200 kB of each (--whole writes all)",
		}}
	}
	return report
}

// fileName returns a session's name without any character that a file system rejects or a shell interprets.
func fileName(h timeline.Header) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, strings.TrimLeft(h.Source.CLI+"-"+cmp.Or(h.Source.OriginalID, h.ID), "."))
}
