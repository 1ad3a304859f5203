package model

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/ui/model/reading"
)

// Picture is a picture inside a session.
type Picture = reading.Picture

// errFound stops the reading of a session.
var errFound = errors.New("found")

// Picture returns a picture inside a session. Digest is the one in the picture's entry. Errors: those of
// [Reader.Session], and errors that wrap adapter.ErrNotFound, or adapter.ErrFormat for an attachment that is not a
// picture.
func (rd Reader) Picture(ctx context.Context, cli, id, digest string) (Picture, error) {
	asked, err := rd.find(ctx, cli, id)
	if err != nil {
		return Picture{}, err
	}
	stream, err := asked.Source.Open(ctx)
	if err != nil {
		return Picture{}, err
	}
	found := Picture{}
	err = stream.Each(ctx, func(e *timeline.Entry) error {
		for i := range e.Attachments {
			if a := &e.Attachments[i]; !e.Hidden && reading.Digest(a) == strings.ToLower(digest) {
				found, err = reading.PictureOf(a)
				return errors.Join(errFound, err)
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, errFound) && found.MediaType != "" && found.Digest() == strings.ToLower(digest):
		return found, nil
	case errors.Is(err, errFound):
		return Picture{}, fmt.Errorf(
			"attachment %.64s: %w: it is not a picture that can be shown (PNG, JPEG, GIF or WebP, at most 20 MB)", digest, adapter.ErrFormat)
	case err != nil:
		return Picture{}, err
	}
	return Picture{}, fmt.Errorf("%w: %s has no attachment %.64s", adapter.ErrNotFound, asked.Source.Reference(), digest)
}
