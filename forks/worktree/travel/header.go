package travel

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

// ErrBundle says that a bundle is not one that stead sends.
var ErrBundle = errors.New("the bundle is damaged, or holds something else than it should")

// mostBases bounds the commits that a bundle may build on.
const mostBases = 10_000

// header is what a bundle says before its pack (git's Documentation/gitformat-bundle.txt).
type header struct {
	// bases are commits that the receiver must have, tip is the one that it gets.
	bases []string
	tip   string
}

// readHeader reads up to the pack. Errors: ErrBundle.
func readHeader(r *bufio.Reader) (h header, err error) {
	signature, err := readLine(r)
	if err != nil || signature != "# v2 git bundle" && signature != "# v3 git bundle" {
		return h, errors.Join(ErrBundle, err)
	}
	for {
		line, err := readLine(r)
		switch {
		case err != nil:
			return h, errors.Join(ErrBundle, err)
		case line == "" && h.tip == "":
			return h, ErrBundle
		case line == "":
			return h, nil
		}
		if err := h.take(line); err != nil {
			return h, err
		}
	}
}

func (h *header) take(line string) error {
	base, isBase := strings.CutPrefix(line, "-")
	id, name, _ := strings.Cut(base, " ")
	switch {
	case line == "@object-format=sha1" || line == "@object-format=sha256":
		return nil
	case !IsID(id):
		return fmt.Errorf("%w: %.80q", ErrBundle, line)
	case isBase && len(h.bases) < mostBases:
		h.bases = append(h.bases, id)
		return nil
	case !isBase && h.tip == "" && strings.HasPrefix(name, "refs/"):
		h.tip = id
		return nil
	}
	return fmt.Errorf("%w: it has more than one tip, or more than %d bases", ErrBundle, mostBases)
}

// readLine reads a line that fits the reader's buffer.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	return strings.TrimSuffix(string(line), "\n"), err
}
