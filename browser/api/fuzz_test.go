package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/runs"
)

// parameter is one of a route, as the document describes it.
type parameter struct {
	Name, In string
	Schema   struct {
		Enum []string
	}
}

// route is one that reads.
type route struct {
	path       string
	parameters []parameter
}

// documented returns the routes that read, as the OpenAPI document has them.
func (m *machine) documented() []route {
	m.t.Helper()
	w := httptest.NewRecorder()
	m.routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/openapi.json", nil))
	var doc struct {
		Paths map[string]struct {
			Get *struct{ Parameters []parameter }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		m.t.Fatal(err)
	}
	var all []route
	for path, described := range doc.Paths {
		if described.Get != nil {
			all = append(all, route{path, described.Get.Parameters})
		}
	}
	slices.SortFunc(all, func(a, b route) int { return strings.Compare(a.path, b.path) })
	return all
}

// fill returns the address with values for the parameters, one after the other. An empty value leaves a parameter of the query out.
func (r route) fill(values []string) (address string, headers http.Header) {
	address, headers = r.path, http.Header{}
	query := url.Values{}
	for i, p := range r.parameters {
		value := values[i%len(values)]
		switch {
		case p.In == "path":
			address = strings.ReplaceAll(address, "{"+p.Name+"}", url.PathEscape(value))
		case p.In == "header":
			headers.Set(p.Name, value)
		case value != "":
			query.Set(p.Name, value)
		}
	}
	return "/api/v1" + address + "?" + query.Encode(), headers
}

// FuzzParameters gives every parameter of every route that reads whatever there is. The server never fails, and says in JSON what is wrong.
func FuzzParameters(f *testing.F) {
	m := newMachine(f)
	m.run(runs.Completed)
	all := m.documented()
	if len(all) != 22 {
		f.Fatalf("%d routes are documented", len(all))
	}
	for n := range all {
		f.Add(uint8(n), "claude", sessionID, "3", "5")
		f.Add(uint8(n), "run", "latest", "-1", "1")
		f.Add(uint8(n), "", "", "", "")
		f.Add(uint8(n), "../..", "~/x:.", "1h", "true")
		f.Add(uint8(n), "\x00", "\xff\u202e%2f", "\"", "a OR NEAR(b*)")
		f.Add(uint8(n), "cli,model", "since:7d -tool:bash \"", "99999999999999999999", "[]{}*?")
	}
	f.Fuzz(func(t *testing.T, n uint8, a, b, c, d string) {
		r := all[int(n)%len(all)]
		address, headers := r.fill([]string{a, b, c, d})
		parsed, err := url.ParseRequestURI(address)
		if err != nil {
			t.Skip()
		}
		ctx, stop := t.Context(), func() {}
		if r.path == "/events" { // a stream ends with its reader
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, time.Millisecond)
			stop = cancel
		}
		defer stop()
		w := httptest.NewRecorder()
		m.routes.ServeHTTP(w, (&http.Request{Method: http.MethodGet, URL: parsed, Host: m.place.Hosts[0], Header: headers, Body: http.NoBody}).WithContext(ctx))
		kind := w.Header().Get("Content-Type")
		isMoved := w.Code == http.StatusMovedPermanently || w.Code == http.StatusTemporaryRedirect // to a path without dots
		switch {
		case w.Code >= 500:
			t.Errorf("%s: %d\n%s", address, w.Code, w.Body)
		case strings.HasSuffix(kind, "json") && !json.Valid(w.Body.Bytes()):
			t.Errorf("%s: no JSON: %s", address, w.Body)
		case !strings.HasSuffix(kind, "json") && r.path != "/events" && !isMoved && kind != "application/x-asciicast":
			t.Errorf("%s: %d, %s", address, w.Code, kind)
		}
	})
}
