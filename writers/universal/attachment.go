package universal

import (
	"bytes"
	"fmt"
	"slices"

	"stead/internal/adapt/attached"
	"stead/timeline"
	"stead/writers"
)

// place returns the entry with the bytes of its attachments in the blob store or, without one, in the entry. The entry
// itself is not changed.
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

// move takes an attachment's bytes to where they shall be. Of a file that cannot be read the name is left: there is
// nothing else to keep.
func (w Writer) move(a *timeline.Attachment, losses *writers.Losses) error {
	content, err := attached.Content(a)
	if err != nil {
		if a.Data.IsEmpty() { // what is no base64 stays as it is: there is nothing to decode it with later either
			losses.Add("linked attachment", err.Error())
		}
		return nil
	}
	if w.Data == "" {
		if a.Data.IsEmpty() { // the session is whole then wherever it is taken
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
