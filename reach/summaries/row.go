package summaries

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"stead/catalog/listing"
)

// largestRow is how many bytes of JSON a row has at most.
const largestRow = 16 << 10

// errRow says that a row is none that a list could show.
var errRow = errors.New("it is no row of a list")

// asLeft returns a row as it is shown while its machine is away: what happens in its session nobody can tell then, and
// what is folded under it is counted where it is listed. Texts are cut where they are too long to be kept.
func asLeft(r listing.Row) listing.Row {
	r.Machine, r.State, r.Origin.State, r.Seen = "", listing.Idle, "", time.Time{}
	r.Copies, r.Subagents, r.Turns, r.Bytes = 0, 0, max(0, r.Turns), max(0, r.Bytes)
	for _, text := range []*string{&r.Title, &r.Project, &r.Branch, &r.Model} {
		*text = cut(*text, longestText)
	}
	return r
}

// cut returns a text of at most so many bytes, without half a character at its end.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	at := most
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at]
}

// encode is a row as it travels. The error is errRow for one that has no place in a list, or too long texts of which
// none can be cut.
func encode(r listing.Row) ([]byte, error) {
	text, err := json.Marshal(asLeft(r))
	if err != nil {
		return nil, err
	}
	_, err = decode("", text)
	return text, err
}

// decode reads a row of another machine, which may be hostile: nothing of it is believed but what is shown. The error
// is errRow.
func decode(machine string, text []byte) (Summary, error) {
	var r listing.Row
	if len(text) > largestRow {
		return Summary{}, fmt.Errorf("%w: it has more than %d bytes", errRow, largestRow)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return Summary{}, fmt.Errorf("%w: %w", errRow, err)
	}
	if !isName(r.CLI) || !isID(r.ID) || !isTime(r.Updated) {
		return Summary{}, fmt.Errorf("%w: %.50q, %.50q, %v", errRow, r.CLI, r.ID, r.Updated)
	}
	r = asLeft(r)
	if full := r.CLI + ":" + r.ID; !strings.HasPrefix(full, r.Reference) || len(r.Reference) <= len(r.CLI)+1 {
		r.Reference = full
	}
	known, err := json.Marshal(r)
	if err != nil {
		return Summary{}, fmt.Errorf("%w: %w", errRow, err)
	}
	return Summary{
		Machine: machine, CLI: r.CLI, Session: r.ID, Updated: r.Updated.UnixNano(), Title: r.Title, Project: r.Project,
		Model: r.Model, Turns: r.Turns, Row: string(known),
	}, nil
}

// isName reports whether a text can name a CLI.
func isName(cli string) bool {
	return cli != "" && len(cli) <= longestName && strings.IndexFunc(cli,
		func(c rune) bool { return c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') }) < 0
}

// isID reports whether a text can be the id of a session: it stands in references, which people copy into a shell.
func isID(id string) bool {
	return id != "" && len(id) <= longestName && utf8.ValidString(id) &&
		strings.IndexFunc(id, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsPrint(c) }) < 0
}

// isTime reports whether a time can be kept in nanoseconds.
func isTime(t time.Time) bool { return t.Year() >= 1970 && t.Year() < 2262 }
