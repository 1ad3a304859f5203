package browser

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"
)

// Shape is how long the entries of a session are when they are shown.
type Shape struct {
	// Revision tells two states of the session apart.
	Revision string
	// Lines has for each entry how many lines of at most [ShapeColumns] characters its texts take.
	Lines []uint16
}

// ShapeColumns is how many characters a line of a [Shape] has at most.
const ShapeColumns = 80

// Shape returns how long the entries of a session are, so that a list of them can be drawn before they are read. Errors are those of [Browser.Session].
func (b *Browser) Shape(ctx context.Context, cli, id string) (Shape, error) {
	asked, err := b.find(ctx, cli, id)
	if err != nil {
		return Shape{}, err
	}
	r, err := b.readings.of(ctx, asked)
	if err != nil {
		return Shape{}, err
	}
	return Shape{Revision: r.revision, Lines: r.lines}, nil
}

// lines counts the lines of an entry's texts.
func (e *Entry) lines() uint16 {
	count := 0
	for _, text := range []string{e.Text, e.Thinking, e.Line, e.Output, e.Error} {
		count += linesOf(text)
	}
	return uint16(min(count, math.MaxUint16)) //nolint:gosec // it fits
}

func linesOf(text string) (count int) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		count += max(1, (utf8.RuneCountInString(line)+ShapeColumns-1)/ShapeColumns)
	}
	if text == "" {
		return 0
	}
	return count
}
