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

// longestFolded is how many bytes of a tool's output stand in a file for people, unless it shall be whole: a browser
// that opens a page of a gigabyte helps nobody.
const longestFolded = 200_000

// forPeople makes a format that is read, and not brought in again. Extension is that of its files.
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

// fileName is a session's name with nothing in it that a file system would not take or a shell would read.
func fileName(h timeline.Header) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, strings.TrimLeft(h.Source.CLI+"-"+cmp.Or(h.Source.OriginalID, h.ID), "."))
}
