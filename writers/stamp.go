package writers

import "time"

// Stamp returns a timestamp of the source, or the time of writing if CLIs cannot parse it.
func (o Options) Stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return timestamp
	}
	return o.Now.UTC().Format("2006-01-02T15:04:05.000Z")
}
