package codex

import (
	"fmt"
	"time"

	"github.com/google/uuid"
)

// IsID reports whether the CLI accepts the text as a session id: a UUID in its usual form. With anything else it
// silently starts an empty session and exits successfully.
func IsID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && id.String() == text
}

// NewID makes a UUID of version 7, like the CLI's own, from the time and the random bits of a UUID of version 4.
func NewID(now time.Time, random string) (string, error) {
	id, err := uuid.Parse(random)
	if err != nil {
		return "", fmt.Errorf("make a session id: %w", err)
	}
	milliseconds := now.UnixMilli()
	for i := range 6 {
		id[10+i] ^= id[i] // the time must not replace any random bits
		id[i] = byte(milliseconds >> (8 * (5 - i)))
	}
	id[6] = 0x70 | id[6]&0x0F
	return id.String(), nil
}
