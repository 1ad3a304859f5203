package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Webhook is the channel of a web service. It posts the event as JSON.
type Webhook struct {
	address *url.URL
	client  *http.Client
	// pause is the time before the single retry after a failure.
	pause time.Duration
}

// Limits for one attempt.
const (
	longestPost = 5 * time.Second
	retryPause  = time.Second
)

// NewWebhook returns the channel of an address. The error says what is wrong with the address.
func NewWebhook(address string) (*Webhook, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return nil, errors.New("a webhook is an address such as https://example.org/hook")
	}
	client := &http.Client{
		Timeout: longestPost,
		// Do not follow redirects: the event is meant for this address only.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Webhook{address: parsed, client: client, pause: retryPause}, nil
}

// Name implements [Channel].
func (*Webhook) Name() string { return "webhook" }

// Send implements [Channel]. It retries once after a failure that may be temporary.
func (w *Webhook) Send(ctx context.Context, e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	again, err := w.post(ctx, data)
	if !again {
		return err
	}
	select {
	case <-ctx.Done():
		return err
	case <-time.After(w.pause):
	}
	_, err = w.post(ctx, data)
	return err
}

// post makes one attempt. Again reports that a retry may help. Errors contain only the host, because the path of a
// webhook is often its secret.
func (w *Webhook) post(ctx context.Context, data []byte) (again bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.address.String(), bytes.NewReader(data))
	if err != nil {
		return false, fmt.Errorf("%s: the request cannot be made", w.address.Host)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "stead")
	answer, err := w.client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return true, fmt.Errorf("%s does not answer: %w", w.address.Host, err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10) // allows the connection to be reused
	if answer.StatusCode < 300 {
		return false, nil
	}
	again = answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests
	return again, fmt.Errorf("%s answered %s", w.address.Host, answer.Status)
}
