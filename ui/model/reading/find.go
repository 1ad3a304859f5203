package reading

import (
	"context"
	"strings"

	"stead/catalog/piece"
	"stead/internal/adapt/caseless"
	"stead/internal/render/transcript"
	"stead/timeline"
)

// Place is a place in a session where a text was found.
type Place struct {
	Entry  int    `json:"entry" doc:"the number of the entry, from 0"`
	Before string `json:"before" doc:"the text before it, in the same line"`
	Match  string `json:"match" doc:"the text, as it stands there"`
	After  string `json:"after" doc:"the text behind it, in the same line"`
}

// Places are the places in a session where a text was found.
type Places struct {
	Revision string  `json:"rev" doc:"tells two states of the session apart"`
	Items    []Place `json:"items" doc:"in the order of the session"`
	Total    int     `json:"total" doc:"how many there are in all"`
	Entries  int     `json:"entries" doc:"how many entries have one"`
}

// PlaceQuery describes a search inside a session.
type PlaceQuery struct {
	// Text is matched literally; case does not matter.
	Text string
	// From is the first entry to search. Limit is the maximum number of places to return.
	From, Limit int
}

// Find finds a text in a session. It searches what a search of all sessions looks at: all texts, and the texts among
// the arguments of calls. They are searched in full, even where a page of entries cuts them. Errors are those of the
// stream.
func Find(ctx context.Context, stream timeline.Stream, q PlaceQuery) (Places, error) {
	f := finder{text: q.Text, of: caseless.New(q.Text), limit: q.Limit, found: Places{Items: []Place{}}}
	number := 0
	err := stream.Each(ctx, func(e *timeline.Entry) error {
		pieces := f.splitter.Split(e)
		if !transcript.IsShown(e) {
			return nil
		}
		if number >= q.From {
			f.look(pieces, number)
		}
		number++
		return nil
	})
	return f.found, err
}

// finder finds a text in entries.
type finder struct {
	text     string
	of       caseless.Text
	splitter piece.Splitter
	limit    int
	found    Places
}

// look finds the text in an entry.
func (f *finder) look(pieces []piece.Piece, number int) {
	before := f.found.Total
	for _, p := range pieces {
		f.lookIn(p.Path, number)
		f.lookIn(p.Body, number)
	}
	if f.found.Total > before {
		f.found.Entries++
	}
}

func (f *finder) lookIn(text string, number int) {
	bytes := []byte(text)
	for at := 0; at < len(bytes); {
		next := f.of.Index(bytes[at:])
		if next < 0 {
			return
		}
		from := at + next
		to := from + f.of.Len()
		if !strings.EqualFold(text[from:to], f.text) { // the bytes match, but not the characters
			at = from + 1
			continue
		}
		at = to
		f.found.Total++
		if len(f.found.Items) < f.limit {
			f.found.Items = append(f.found.Items, placeAt(text, from, to, number))
		}
	}
}

// beside is the number of bytes of a line shown before and after a place.
const beside = 80

func placeAt(text string, from, to, number int) Place {
	before, after := text[max(0, from-beside):from], text[to:min(len(text), to+beside)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return Place{Entry: number, Before: valid(before), Match: text[from:to], After: valid(after)}
}

// valid drops the partial characters at the ends of a text.
func valid(text string) string { return strings.ToValidUTF8(text, "") }
