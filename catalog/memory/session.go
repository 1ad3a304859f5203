package memory

import "math"

// SessionKey names a session: its CLI, and its id there.
type SessionKey struct{ LLMSource, Session string }

// Confidence is that of a finding whose best rule has the given confidence, and which was seen so often: each sighting
// makes it less likely that it is a chance. It never gets beyond 0.95, as sightings by one rule share that rule's
// mistakes.
func Confidence(ofRule float64, timesSeen int) float64 {
	if timesSeen <= 1 {
		return ofRule
	}
	return max(ofRule, min(0.95, 1-(1-ofRule)/math.Sqrt(float64(timesSeen))))
}
