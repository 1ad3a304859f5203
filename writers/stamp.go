package writers

import "time"

// Stamp returns a timestamp of the source, or the time of the writing in place of one that CLIs cannot read.
func (o Options) Stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return timestamp
	}
	return o.Now.UTC().Format("2006-01-02T15:04:05.000Z")
}
