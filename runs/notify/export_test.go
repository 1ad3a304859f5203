package notify

import "time"

// Hurry shortens the pause before the second attempt.
func (w *Webhook) Hurry(pause time.Duration) { w.pause = pause }

// Forget closes the connections that are kept.
func (w *Webhook) Forget() { w.client.CloseIdleConnections() }
