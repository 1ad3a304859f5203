package draft

import (
	"fmt"
	"strconv"
	"strings"
)

// Range is a range of entries by their numbers, counted from 1. Last is 0 if the range continues to the end.
type Range struct{ First, Last int }

// String returns the range in the form that [ParseRange] accepts.
func (r Range) String() string {
	switch r.Last {
	case r.First:
		return strconv.Itoa(r.First)
	case 0:
		return strconv.Itoa(r.First) + "-"
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// ParseRange parses a range: N, N-M, or N- for all from N on. Errors wrap ErrEdit.
func ParseRange(text string) (Range, error) {
	first, last, isRange := strings.Cut(strings.TrimSpace(text), "-")
	r := Range{}
	var err error
	if r.First, err = number(first); err == nil && isRange && last != "" {
		r.Last, err = number(last)
	}
	switch {
	case err != nil:
		return Range{}, fmt.Errorf("%w: %q names no entries: use N, N-M, or N- for all from N on", ErrEdit, text)
	case !isRange:
		r.Last = r.First
	case last != "" && r.Last < r.First:
		return Range{}, fmt.Errorf("%w: the range %s runs backwards", ErrEdit, text)
	}
	return r, nil
}

// ParseRanges parses several ranges separated by commas: 3,5-7. Errors wrap ErrEdit.
func ParseRanges(text string) ([]Range, error) {
	var ranges []Range
	for part := range strings.SplitSeq(text, ",") {
		r, err := ParseRange(part)
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

func number(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%w: %q is not the number of an entry", ErrEdit, digits)
	}
	return int(n), nil
}

// ParseNumber parses the number of an entry. Errors wrap ErrEdit.
func ParseNumber(digits string) (int, error) { return number(strings.TrimSpace(digits)) }
