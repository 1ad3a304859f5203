package model_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/catalog/memory/optional/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// service answers by a function, which is told how many requests there were before.
func service(t *testing.T, answer func(n int64, w http.ResponseWriter, r *http.Request)) string {
	t.Helper()
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(n.Add(1)-1, w, r) }))
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		s.Close()
	})
	return s.URL + "/v1"
}

func client(t *testing.T, o model.ClientOptions) *model.Client {
	t.Helper()
	o.Pause = time.Nanosecond
	c, err := model.NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const vectors = `{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,4]}]}`

func TestVectorsHaveUnitLengthAndTheOrderOfTheTexts(t *testing.T) {
	url := service(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		fmt.Fprint(w, vectors)
	})
	got, err := client(t, model.ClientOptions{URL: url + "/", Model: "m", Key: "k"}).Embed(t.Context(), []string{"a", "b"})
	if err != nil || fmt.Sprint(got) != "[[0.6 0.8] [0 1]]" {
		t.Errorf("%v %v", got, err)
	}
}

func TestBusyServiceIsAskedAgain(t *testing.T) {
	url := service(t, func(n int64, w http.ResponseWriter, _ *http.Request) {
		if n < 2 {
			w.WriteHeader([]int{http.StatusTooManyRequests, http.StatusBadGateway}[n])
			return
		}
		fmt.Fprint(w, vectors)
	})
	if _, err := client(t, model.ClientOptions{URL: url}).Embed(t.Context(), []string{"a", "b"}); err != nil {
		t.Error(err)
	}
}

func TestRefusalIsNotRepeated(t *testing.T) {
	var asked atomic.Int64
	url := service(t, func(_ int64, w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":{"message":"no such key"}}`)
	})
	_, err := client(t, model.ClientOptions{URL: url}).Embed(t.Context(), []string{"a"})
	var refused *model.ServiceError
	if !errors.As(err, &refused) || refused.Problem != "no such key" || !strings.Contains(refused.Hint(), "key_env") ||
		asked.Load() != 1 {
		t.Errorf("%v after %d requests", err, asked.Load())
	}
}

func TestStrangeAnswersAreErrors(t *testing.T) {
	for _, answer := range []string{"", "[]", "{}", `{"data":[{"index":0,"embedding":[1]}]}`,
		`{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`,
		`{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[0,0]}]}`, `{"data":[{"index":-7,"embedding":[1]}]}`} {
		url := service(t, func(_ int64, w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, answer) })
		if got, err := client(t, model.ClientOptions{URL: url}).Embed(t.Context(), []string{"a", "b"}); err == nil {
			t.Errorf("%s gives %v", answer, got)
		}
	}
}

func TestRedirectionIsNotFollowed(t *testing.T) {
	url := service(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "elsewhere") {
			t.Error("the key went elsewhere")
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	if _, err := client(t, model.ClientOptions{URL: url, Key: "k"}).Embed(t.Context(), []string{"a"}); err == nil {
		t.Error("no error")
	}
}

func TestRequestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := service(t, func(_ int64, _ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	if _, err := client(t, model.ClientOptions{URL: url}).Embed(ctx, []string{"a"}); err == nil {
		t.Error("no error")
	}
}

func TestSecretsAreMaskedForOtherMachinesOnly(t *testing.T) {
	mask := func(s string) string { return strings.ReplaceAll(s, "secret", "****") }
	for url, want := range map[string]string{"http://127.0.0.1:1/v1": "secret", "http://localhost/v1": "secret",
		"http://[::1]:2": "secret", "https://api.example.org/v1": "****", "http://localhost.example.org": "****", "http://10.0.0.1": "****"} {
		if got := client(t, model.ClientOptions{URL: url, Mask: mask}).Outgoing("secret"); got != want {
			t.Errorf("%s is told %q", url, got)
		}
	}
	if _, err := model.NewClient(model.ClientOptions{URL: "127.0.0.1:80"}); err == nil {
		t.Error("an address without a scheme is taken")
	}
}

func TestModelAnswersAsJSON(t *testing.T) {
	url := service(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/v1/chat/completions" || !strings.Contains(string(body), `"json_object"`) {
			t.Errorf("%s %s", r.URL, body)
		}
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{}"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}`)
	})
	got, err := client(t, model.ClientOptions{URL: url}).Ask(t.Context(), model.Question{System: "s", Text: "t"})
	if err != nil || got != (model.Reply{Text: "{}", Input: 7, Output: 1}) {
		t.Errorf("%+v %v", got, err)
	}
}
