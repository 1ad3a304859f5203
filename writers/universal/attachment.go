package universal

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"stead/timeline"
)

// place returns the entry with the bytes of its attachments in the blob store or, without one, in the entry. The entry itself is not
// changed.
func (w Writer) place(e *timeline.Entry) (*timeline.Entry, error) {
	if len(e.Attachments) == 0 {
		return e, nil
	}
	placed := *e
	placed.Attachments = slices.Clone(e.Attachments)
	for i := range placed.Attachments {
		move := inline
		if !w.Blobs.IsZero() {
			move = w.store
		}
		if err := move(&placed.Attachments[i]); err != nil {
			return nil, fmt.Errorf("attachment %d of entry %s: %w", i+1, e.ID, err)
		}
	}
	return &placed, nil
}

// store moves an attachment's bytes into the blob store. What is in a file already stays there.
func (w Writer) store(a *timeline.Attachment) error {
	if a.Data.IsEmpty() {
		return nil
	}
	content, err := base64.StdEncoding.DecodeString(a.Data.String())
	if err != nil {
		return nil // what is no base64 stays as it is: there is nothing to decode it with later either
	}
	stored, err := w.Blobs.Put(bytes.NewReader(content))
	if err != nil {
		return err
	}
	a.SHA256, a.Bytes, a.Path, a.Data = stored.SHA256, stored.Size, stored.Path, timeline.Text{}
	return nil
}

// inline takes an attachment's bytes out of their file, so that the session is whole wherever it is taken. A file that is gone
// leaves its name: there is nothing else to keep.
func inline(a *timeline.Attachment) error {
	if a.Path == "" || !a.Data.IsEmpty() {
		return nil
	}
	content, err := os.ReadFile(a.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	a.Data, a.Bytes, a.Path = timeline.NewText(base64.StdEncoding.EncodeToString(content)), int64(len(content)), ""
	return nil
}
