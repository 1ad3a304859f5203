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

// Places are where a text was found in a session.
type Places struct {
	Revision string  `json:"rev" doc:"tells two states of the session apart"`
	Items    []Place `json:"items" doc:"in the order of the session"`
	Total    int     `json:"total" doc:"how many there are in all"`
	Entries  int     `json:"entries" doc:"how many entries have one"`
}

// PlaceQuery says what is looked for in a session.
type PlaceQuery struct {
	// Text stands as it is typed, in small or capital letters.
	Text string
	// From is the first entry that counts, Limit how many places are returned.
	From, Limit int
}

// Find finds a text in a session, in what a search looks at: all texts, and those among the arguments of calls. They
// are whole, also where a page of entries cuts them. The errors are those of the stream.
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
		if !strings.EqualFold(text[from:to], f.text) { // the bytes are alike, and not the characters
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

// beside is how much of a line is shown before and behind a place, in bytes.
const beside = 80

func placeAt(text string, from, to, number int) Place {
	before, after := text[max(0, from-beside):from], text[to:min(len(text), to+beside)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return Place{Entry: number, Before: valid(before), Match: text[from:to], After: valid(after)}
}

// valid is a text without the halves of characters at its ends.
func valid(text string) string { return strings.ToValidUTF8(text, "") }
