package universal

import (
	"bytes"
	"fmt"
	"slices"

	"stead/internal/adapt/attached"
	"stead/timeline"
	"stead/writers"
)

// place returns the entry with the bytes of its attachments in the blob store or, if there is none, in the entry. It
// does not change the entry itself.
func (w Writer) place(e *timeline.Entry, losses *writers.Losses) (*timeline.Entry, error) {
	if len(e.Attachments) == 0 {
		return e, nil
	}
	placed := *e
	placed.Attachments = slices.Clone(e.Attachments)
	for i := range placed.Attachments {
		if err := w.move(&placed.Attachments[i], losses); err != nil {
			return nil, fmt.Errorf("attachment %d of entry %s: %w", i+1, e.ID, err)
		}
	}
	return &placed, nil
}

// move moves an attachment's bytes to their new place. If the file cannot be read, only its name remains.
func (w Writer) move(a *timeline.Attachment, losses *writers.Losses) error {
	content, err := attached.Content(a)
	if err != nil {
		if a.Data.IsEmpty() { // invalid base64 stays as is, because no reader could decode it either
			losses.Add("linked attachment", err.Error())
		}
		return nil
	}
	if w.Data == "" {
		if a.Data.IsEmpty() { // so that the session is complete wherever it goes
			attached.Put(a, content)
		}
		return nil
	}
	stored, err := attached.OpenBlobs(w.Data).Put(bytes.NewReader(content))
	if err != nil {
		return err
	}
	a.SHA256, a.Bytes, a.Path, a.Data = stored.SHA256, stored.Size, stored.Path, timeline.Text{}
	return nil
}
