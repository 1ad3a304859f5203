package ptyx

import (
	"errors"
	"fmt"
	"os"
)

// Pair is a pseudo-terminal without a program. Windows has none.
type Pair struct {
	// Near is the end of the display, Far the terminal itself.
	Near, Far *os.File
}

// NewPair returns an error: a terminal of Windows cannot be without a program.
func NewPair(Size) (*Pair, error) {
	return nil, fmt.Errorf("open a pseudo-terminal: %w on Windows", errors.ErrUnsupported)
}

// Resize does nothing.
func (*Pair) Resize(Size) error { return errors.ErrUnsupported }

// Close does nothing.
func (*Pair) Close() {}
