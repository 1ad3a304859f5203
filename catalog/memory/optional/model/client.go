package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ClientOptions say which service is asked, and how.
type ClientOptions struct {
	// URL is the address before "/embeddings" and "/chat/completions".
	URL   string
	Model string
	// Key may be empty.
	Key string
	// Mask returns a text without its secrets. It is called for what goes to another machine. Nil masks nothing.
	Mask func(string) string
	// Timeout is how long one request may take, 2 minutes when it is 0. Pause is how long the client waits before it asks
	// again for the first time, a second when it is 0.
	Timeout, Pause time.Duration
}

// Client asks a service. It is safe for use by several goroutines.
type Client struct {
	options ClientOptions
	http    http.Client
	isLocal bool
}

const (
	// attempts is how often a request is made at most, longestPause the longest time between two.
	attempts     = 4
	longestPause = 30 * time.Second
	// mostAnswer is how long an answer may be, in bytes: some 1,000 vectors of 3,072 numbers.
	mostAnswer = 64 << 20
)

// NewClient returns a client. It connects to nothing. The error is that of an address that is none.
func NewClient(o ClientOptions) (*Client, error) {
	u, err := url.Parse(strings.TrimSuffix(o.URL, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("ask a model's service: %q is not an address such as http://127.0.0.1:11434/v1", o.URL)
	}
	o.URL = u.String()
	if o.Timeout == 0 {
		o.Timeout = 2 * time.Minute
	}
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	c := &Client{options: o, isLocal: isLoopback(u.Hostname())}
	// A redirection would take the key and the text to a place that nobody has named.
	c.http = http.Client{Timeout: o.Timeout, CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}
	return c, nil
}

// Model returns the model's name.
func (c *Client) Model() string { return c.options.Model }

// Outgoing returns a text as it may leave: with its secrets masked, unless the service is on this machine.
func (c *Client) Outgoing(text string) string {
	if c.isLocal || c.options.Mask == nil {
		return text
	}
	return c.options.Mask(text)
}

// isLoopback reports whether a host is this machine. A name is taken for another one, wherever it leads.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// post sends a request and decodes the answer. A service that is busy or fails is asked again. Errors: a
// [ServiceError], those of the network and of ctx.
func (c *Client) post(ctx context.Context, path string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	pause := c.options.Pause
	for attempt := 1; ; attempt++ {
		wait, err := c.try(ctx, path, body, answer)
		if err == nil || ctx.Err() != nil || wait < 0 || attempt == attempts {
			return err
		}
		if err := sleep(ctx, min(max(wait, pause), longestPause)); err != nil {
			return err
		}
		pause *= 3
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// try makes one request. Wait is how long the service wants to be left alone; negative if it makes no sense to ask
// again.
func (c *Client) try(ctx context.Context, path string, body []byte, answer any) (wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL+path, bytes.NewReader(body))
	if err != nil {
		return -1, err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.options.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, &ServiceError{URL: c.options.URL + path, Problem: plainError(err)}
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer+1))
	switch {
	case err != nil:
		return 0, &ServiceError{URL: c.options.URL + path, Problem: plainError(err)}
	case len(content) > mostAnswer:
		return -1, &ServiceError{URL: c.options.URL + path, Problem: fmt.Sprintf("its answer is longer than %d MB",
			mostAnswer>>20)}
	case response.StatusCode != http.StatusOK:
		return again(response), &ServiceError{URL: c.options.URL + path, Status: response.StatusCode,
			Problem: problem(content)}
	}
	if err := json.Unmarshal(content, answer); err != nil {
		return -1, &ServiceError{URL: c.options.URL + path, Problem: "its answer is not the JSON that was expected: " +
			err.Error()}
	}
	return 0, nil
}

// again returns how long to wait before a refused request is made again; negative if it never will be taken.
func again(r *http.Response) time.Duration {
	if r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusRequestTimeout &&
		r.StatusCode < http.StatusInternalServerError {
		return -1
	}
	seconds, err := strconv.Atoi(r.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
