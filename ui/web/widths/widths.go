// Package widths generates the table with which the pages' terminals determine how many cells a character takes. It is
// the table of stead's own emulator, so that a program's screen is the same in both.
package widths

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// head begins the generated file.
const head = `// Made of the widths that stead's emulator gives characters, by: go test ./ui/web/widths -update
// Changes made by hand are lost.

`

// last is the last character for which a width is written. The planes of variation selectors and of private use follow.
const last = 0x3fffd

// Write writes the table as TypeScript: characters of width zero and those of two cells, as ranges. For each range it
// writes the distance between its beginning and the end of the previous range, and the number of its other characters,
// in base 36.
func Write(w io.Writer) error {
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	for _, table := range []struct {
		name, about string
		width       int
	}{
		{"zero", "Characters that belong to the one before: accents, joiners, selectors.", 0},
		{"two", "Characters that take two cells.", 2},
	} {
		if _, err := fmt.Fprintf(w, "/** %s */\nexport const %s =\n  %q;\n", table.about, table.name,
			ranges(table.width)); err != nil {
			return err
		}
	}
	return nil
}

// ranges lists the characters of a width.
func ranges(width int) string {
	var all []string
	end := rune(0)
	for r := rune(0xa0); r <= last; r++ {
		first := r
		for r <= last && widthOf(r) == width {
			r++
		}
		if r == first {
			continue
		}
		text := base36(first - end)
		if more := r - first - 1; more > 0 {
			text += "+" + base36(more)
		}
		all = append(all, text)
		end = r
	}
	return strings.Join(all, " ")
}

func base36(n rune) string { return strconv.FormatInt(int64(n), 36) }

// widthOf returns the number of cells that a character takes on its own.
func widthOf(r rune) int {
	if unicode.Is(unicode.Cs, r) { // no text contains surrogates
		return 1
	}
	return ansi.StringWidth(string(r))
}
