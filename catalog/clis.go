package catalog

import (
	"slices"
	"strings"

	"stead/internal/term/plain"
	"stead/readers"
)

// clis are the known CLIs and formats, represented by their readers.
type clis []readers.Reader

// find returns the reader of a CLI. Case does not matter in the name. The error is an [UnknownCLIError].
func (c clis) find(cli string) (readers.Reader, error) {
	at := slices.IndexFunc(c, func(r readers.Reader) bool { return strings.EqualFold(r.Info().Name, cli) })
	if at >= 0 {
		return c[at], nil
	}
	unknown := &UnknownCLIError{Name: cli, Known: c.names()}
	unknown.Meant, _ = plain.Nearest(cli, unknown.Known)
	return nil, unknown
}

func (c clis) names() []string {
	var names []string
	for _, r := range c {
		names = append(names, r.Info().Name)
	}
	return names
}

// isFormat reports whether the name is that of a format without a CLI, whose sessions can be files anywhere.
func (c clis) isFormat(name string) bool {
	r, err := c.find(name)
	return err == nil && r.Info().Portable
}
