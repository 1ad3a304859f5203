package blocks

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"stead/forks/draft"
	"stead/timeline"
)

// block is an entry in the text.
type block struct {
	draft.Wanted
	text strings.Builder
}

// digest detects a change to a text. It ignores empty lines at the end.
type digest [sha256.Size]byte

func digestOf(text string) digest { return sha256.Sum256([]byte(strings.TrimRight(text, "\n"))) }

// Read returns the changes that make the copy match the text, which [Write] wrote and the user edited. A text without a
// block means no change. NewID returns the id of an inserted message. It returns errors of the copy's stream and of r,
// draft.ErrEdit, which names the line, and draft.ErrRevision if the text says that it was written from an earlier
// revision of the same draft.
func Read(ctx context.Context, r io.Reader, c *draft.Copy, newID func() string) ([]draft.Change, error) {
	before, ends := map[int]digest{}, map[int]string{}
	err := each(ctx, c, func(number int, e *timeline.Entry) error {
		text := draft.Text(e)
		before[number] = digestOf(text)
		ends[number] = text[len(strings.TrimRight(text, "\n")):]
		return nil
	})
	if err != nil {
		return nil, err
	}
	var wanted []draft.Wanted
	p := parser{draft: c.Draft, newID: newID, seen: map[int]int{}, take: func(b *block) {
		text := strings.TrimRight(b.text.String(), "\n")
		if b.Number == 0 || before[b.Number] != digestOf(text) {
			text += ends[b.Number]
			b.Text = &text
		}
		wanted = append(wanted, b.Wanted)
	}}
	if err := p.read(r); err != nil || len(wanted) == 0 {
		return nil, err
	}
	return c.Become(wanted)
}

// parser splits a text into blocks.
type parser struct {
	draft draft.Draft
	newID func() string
	// take is called with each block as soon as it is complete.
	take func(*block)
	// seen maps the numbers of blocks to the lines in which they began.
	seen map[int]int
	open *block
	line int
}

func (p *parser) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		p.line++
		ended, wrong := p.see(line)
		if errors.Is(wrong, draft.ErrRevision) {
			return wrong
		}
		if wrong != nil {
			return fmt.Errorf("%w: line %d: %w", draft.ErrEdit, p.line, wrong)
		}
		if ended {
			return p.readEnd(lines)
		}
		if err != nil {
			p.close()
			return nil
		}
	}
}

// readEnd reads what stands below the end of the text. The entries there are dropped; a new one would only be lost.
func (p *parser) readEnd(lines *bufio.Reader) error {
	for {
		line, err := lines.ReadString('\n')
		p.line++
		if strings.HasPrefix(line, mark+newWord) {
			return fmt.Errorf("%w: line %d: a new message stands below %s%s, where nothing is read: move it above",
				draft.ErrEdit, p.line, mark, endWord)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// see processes a line. It reports whether the line ends the text.
func (p *parser) see(line string) (ended bool, err error) {
	words, isHead := strings.CutPrefix(line, mark)
	if !isHead {
		if p.open == nil {
			return false, p.checkRevision(line)
		}
		p.open.text.WriteString(unescaped(line))
		return false, nil
	}
	p.close()
	fields := strings.FieldsFunc(words, func(r rune) bool {
		return r == ' ' || r == ',' || r == '\n' || r == '\r' ||
			r == '\t'
	})
	switch {
	case len(fields) == 0:
		return false, errors.New("=== needs the number of an entry behind it, or new")
	case fields[0] == endWord:
		return true, nil
	case fields[0] == newWord:
		return false, p.begin(fields[1:])
	}
	number, err := draft.ParseNumber(fields[0])
	if err != nil {
		return false,
			fmt.Errorf(
				"%q is neither the number of an entry nor %s; a line of a text that begins with === needs a backslash before it", fields[0], newWord)
	}
	if first := p.seen[number]; first > 0 {
		return false,
			fmt.Errorf("entry %d stands in line %d already: write === new user or === new assistant for a copy of it", number,
				first)
	}
	p.seen[number] = p.line
	p.open = &block{Wanted: draft.Wanted{Number: number}}
	return false, nil
}

// checkRevision rejects a text that was written from another revision of the draft, if the line says so, because its
// numbers may now mean other entries.
func (p *parser) checkRevision(line string) error {
	isOwn := strings.HasPrefix(line, "This is "+p.draft.Reference()+",")
	if _, revision, ok := strings.Cut(line, "(revision "); ok && isOwn &&
		!strings.HasPrefix(revision, p.draft.Revision()+")") {
		return fmt.Errorf("take a text of %s: %w: print the text again", p.draft.Reference(), draft.ErrRevision)
	}
	return nil
}

// begin begins a block with a new message.
func (p *parser) begin(words []string) error {
	if len(words) == 0 || words[0] != string(timeline.User) && words[0] != string(timeline.Assistant) {
		return errors.New("say whose the new message is: === new user or === new assistant")
	}
	p.open = &block{Wanted: draft.Wanted{ID: p.newID(), Role: timeline.EntryType(words[0])}}
	return nil
}

func (p *parser) close() {
	if p.open != nil {
		p.take(p.open)
	}
	p.open = nil
}

func unescaped(line string) string {
	if rest, ok := strings.CutPrefix(line, backslash); ok && strings.HasPrefix(strings.TrimLeft(rest, backslash), mark) {
		return rest
	}
	return line
}
