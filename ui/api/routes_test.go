package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// schema describes a value, as the document has it.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Minimum    *float64
	Maximum    *float64
	MinLength  *int
	MaxLength  *int
	MaxItems   *int
	Properties map[string]*schema
	Items      *schema
	Required   []string
	Examples   []any
	Default    any
	Additional any `json:"additionalProperties"`
}

// is reports whether values of the schema have a type.
func (s *schema) is(kind string) bool {
	kinds, isList := s.Type.([]any)
	return s.Type == kind || isList && slices.Contains(kinds, any(kind))
}

// parameter is one of a route.
type parameter struct {
	Name, In string
	Required bool
	Schema   *schema
}

// operation is a route, as the document describes it.
type operation struct {
	ID           string `json:"operationId"`
	method, path string
	Parameters   []parameter
	RequestBody  *struct {
		Content map[string]struct {
			Schema  *schema
			Example map[string]any
		}
	}
	// body describes what it takes, example is one of those. Nil for a route that takes nothing.
	body    *schema
	example map[string]any
}

// documented returns all routes, as the OpenAPI document has them, in the order of their names.
func (m *machine) documented() []operation {
	m.t.Helper()
	w := httptest.NewRecorder()
	m.routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/openapi.json", nil))
	var doc struct {
		Paths      map[string]map[string]operation
		Components struct{ Schemas map[string]*schema }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		m.t.Fatal(err)
	}
	var all []operation
	for path, methods := range doc.Paths {
		for method, o := range methods {
			o.method, o.path = strings.ToUpper(method), path
			if o.RequestBody != nil {
				content := o.RequestBody.Content["application/json"]
				o.body, o.example = resolved(content.Schema, doc.Components.Schemas), content.Example
			}
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// resolved replaces references to other schemas.
func resolved(s *schema, all map[string]*schema) *schema {
	if s == nil {
		return nil
	}
	if s.Ref != "" {
		s = all[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]]
	}
	for name, member := range s.Properties {
		s.Properties[name] = resolved(member, all)
	}
	s.Items = resolved(s.Items, all)
	return s
}

// question is a request of a route, which can be changed before it is made.
type question struct {
	operation
	// parameters are by their names, body is what is sent: nil for nothing.
	parameters map[string]string
	body       any
}

// good is a request that fits the description.
func (o operation) good() question {
	q := question{operation: o, parameters: map[string]string{}}
	for _, p := range o.Parameters {
		if p.Required {
			q.parameters[p.Name] = fmt.Sprint(p.Schema.Examples[0])
		}
	}
	if o.example != nil {
		q.body = maps.Clone(o.example)
	}
	return q
}

// with is the request with another value of a parameter, or of a member of the body.
func (q question) with(name string, value any) question {
	if members, ok := q.body.(map[string]any); ok && q.operation.body.Properties[name] != nil {
		members = maps.Clone(members)
		members[name] = value
		q.body = members
		return q
	}
	q.parameters = maps.Clone(q.parameters)
	q.parameters[name] = fmt.Sprint(value)
	return q
}

// ask makes the request, without the guard.
func (m *machine) ask(t testing.TB, q question) *httptest.ResponseRecorder {
	t.Helper()
	address, query, headers := q.path, url.Values{}, http.Header{}
	for _, p := range q.Parameters {
		value, isGiven := q.parameters[p.Name]
		switch {
		case p.In == "path":
			address = strings.ReplaceAll(address, "{"+p.Name+"}", url.PathEscape(value))
		case isGiven && p.In == "header":
			headers.Set(p.Name, value)
		case isGiven:
			query.Set(p.Name, value)
		}
	}
	parsed, err := url.ParseRequestURI("/api/v1" + address + "?" + query.Encode())
	if err != nil {
		t.Fatal(err)
	}
	text, isText := q.body.(string)
	if q.body != nil && !isText {
		encoded, err := json.Marshal(q.body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(encoded)
	}
	headers.Set("Content-Type", "application/json")
	ctx, stop := contextOf(t, q.operation)
	defer stop()
	r := httptest.NewRequestWithContext(ctx, q.method, "/", strings.NewReader(text))
	r.URL, r.RequestURI, r.Host, r.Header = parsed, "", m.place.Hosts[0], headers
	w := httptest.NewRecorder()
	m.routes.ServeHTTP(w, r)
	return w
}

// wrong are requests that do not fit the description, each in one way.
func (q question) wrong() map[string]question {
	all := map[string]question{}
	add := func(name string, s *schema) {
		for what, value := range s.wrong() {
			all[name+" "+what] = q.with(name, value)
		}
	}
	for _, p := range q.Parameters {
		add(p.Name, p.Schema)
		if p.Required && p.In == "query" {
			lacking := q.with(p.Name, "")
			delete(lacking.parameters, p.Name)
			all[p.Name+" missing"] = lacking
		}
	}
	if q.operation.body == nil {
		return all
	}
	for name, member := range q.operation.body.Properties {
		add(name, member)
		all[name+" of another type"] = q.with(name, map[string]any{"$": []int{1}})
	}
	for _, name := range q.operation.body.Required {
		lacking := q.with(name, "")
		delete(lacking.body.(map[string]any), name)
		all[name+" missing"] = lacking
	}
	for what, body := range map[string]any{"no JSON": "{", "a list": []int{1}, "nothing": "",
		"a member that there is not": map[string]any{"nosuchmember": 1}} {
		q.body = body
		all["the body: "+what] = q
	}
	return all
}

// wrong are values that do not fit.
func (s *schema) wrong() map[string]any {
	all := map[string]any{}
	if len(s.Enum) > 0 {
		all["none of its values"] = "nosuchvalue"
	}
	if s.MaxLength != nil {
		all["too long"] = strings.Repeat("x", *s.MaxLength+1)
	}
	if s.Minimum != nil {
		all["too small"] = int(*s.Minimum) - 1
	}
	if s.Maximum != nil {
		all["too large"] = int(*s.Maximum) + 1
	}
	if s.is("integer") || s.is("boolean") {
		all["no such type"] = "perhaps"
	}
	return all
}

// The server enforces the description of each parameter and each member of each body, for all documented routes.
func TestWhatDoesNotFitTheDocumentIsRefused(t *testing.T) {
	m := newMachine(t)
	m.begins()
	tried := 0
	for _, o := range m.documented() {
		for what, q := range o.good().wrong() {
			tried++
			w := m.ask(t, q)
			var p struct{ Type, Detail string }
			err := json.Unmarshal(w.Body.Bytes(), &p)
			if w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusBadRequest || err != nil ||
				p.Type != "wrong-usage" || p.Detail == "" ||
				w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s, %s: %d %s", o.ID, what, w.Code, w.Body)
			}
		}
	}
	if tried < 200 || len(m.started)+len(m.forked) > 0 {
		t.Errorf("%d requests were tried; started was %+v, forked %+v", tried, m.started, m.forked)
	}
}

// The server understands the examples in the document.
func TestExamplesFitTheRoutes(t *testing.T) {
	m := newMachine(t)
	m.begins()
	for _, o := range m.documented() {
		if w := m.ask(t, o.good()); w.Code >= 500 || w.Code == http.StatusBadRequest ||
			w.Code == http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", o.ID, w.Code, w.Body)
		}
	}
}

// errorsOf has for each route requests that fit the description and cannot be answered all the same. A route whose list
// is empty always can.
var errorsOf = map[string][]struct {
	name  string
	value any
	want  string
}{
	"answer-question": {{"id", "0000", "404 not-found"}},
	"begin-draft": {{"session", "claude:0000", "404 not-found"}, {"session", "nosuchcli:1", "422 wrong-usage"},
		{"edits", []any{map[string]any{"op": "drop", "entries": "9999"}}, "422 wrong-usage"}},
	"compare-sessions": {{"b", "claude:0000", "404 not-found"}, {"a", "/etc/passwd", "422 wrong-usage"}},
	"delete-draft":     {{"id", "0000", "404 not-found"}},
	"edit-draft":       {{"id", "0000", "404 not-found"}},
	"find-in-session":  {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"follow-events":    {},
	"get-chain":        {{"id", "0000", "404 not-found"}},
	"get-chain-diff":   {{"id", "0000", "404 not-found"}},
	"get-contest":      {{"id", "0000", "404 not-found"}},
	"get-contest-diff": {{"id", "0000", "404 not-found"}},
	"get-draft":        {{"id", "0000", "404 not-found"}},
	"get-entries":      {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"get-entry":        {{"id", "0000", "404 not-found"}, {"n", 9999, "404 not-found"}},
	"get-journal":      {{"id", "0000", "404 not-found"}},
	"get-machine":      {},
	"get-question":     {{"id", "0000", "404 not-found"}, {"id", "latest", "404 not-found"}},
	"get-recording":    {{"id", "0000", "404 not-found"}, {"id", "latest", "404 not-found"}},
	"get-replay":       {{"id", "0000", "404 not-found"}, {"id", "latest", "404 not-found"}},
	"get-attachment": {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"},
		{"sha256", "0000", "404 not-found"}},
	"export-session": {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"get-keyframe":   {{"id", "0000", "404 not-found"}, {"n", "7", "404 not-found"}},
	"get-run":        {{"id", "0000", "404 not-found"}},
	"get-run-diff":   {{"id", "0000", "404 not-found"}},
	"get-session": {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"},
		{"cli", "draft", "404 not-found"}},
	"get-shape": {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"get-statistics": {{"by", "colour", "422 wrong-usage"}, {"since", "never", "422 wrong-usage"},
		{"cli", "nosuchcli", "422 wrong-usage"}},
	"get-tree":       {{"id", "0000", "404 not-found"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"list-chains":    {},
	"list-contests":  {},
	"list-drafts":    {},
	"list-knowledge": {{"since", "never", "422 wrong-usage"}},
	"list-runs":      {},
	"list-sessions": {{"since", "never", "422 wrong-usage"}, {"after", "nonsense", "422 wrong-usage"},
		{"cli", "nosuchcli", "422 wrong-usage"}},
	"list-templates": {},
	"list-trees":     {},
	"make-fork": {{"session", "claude:0000", "404 not-found"}, {"session", "../x", "422 wrong-usage"},
		{"to", "homeless", "409 failed"}},
	"make-token":      {},
	"pass-gate":       {{"id", "0000", "404 not-found"}, {"decision", "pick", "422 wrong-usage"}},
	"pick-contestant": {{"id", "0000", "404 not-found"}},
	"plan-delivery": {{"from", "claude:0000", "404 not-found"}, {"from", "/etc/passwd", "422 wrong-usage"},
		{"prompt", "-", "422 wrong-usage"}},
	"resume-run":   {{"id", "0000", "404 not-found"}, {"prompt", "-", "422 wrong-usage"}},
	"run-template": {{"name", "nosuchtemplate", "404 not-found"}, {"from", "claude:0000", "404 not-found"}},
	"search":       {{"q", "since:never", "422 wrong-usage"}, {"cli", "nosuchcli", "422 wrong-usage"}},
	"send-to-run": {{"id", "0000", "404 not-found"}, {"text", " ", "422 wrong-usage"},
		{"id", "latest", "404 not-found"}},
	"show-terminal": {{"id", "0000", "426 wrong-usage"}},
	"start-chain":   {{"steps", []any{}, "422 wrong-usage"}, {"from", "claude:0000", "404 not-found"}},
	"start-contest": {{"with", []any{":"}, "422 wrong-usage"}, {"timeout", "soon", "422 wrong-usage"},
		{"from", "claude:0000", "404 not-found"}},
	"start-draft": {{"id", "0000", "404 not-found"}},
	"start-run": {{"from", "claude:0000", "404 not-found"}, {"from", "nosuchcli:1", "422 wrong-usage"},
		{"to", "nothing", "500 failed"}},
	"stop-run":    {{"id", "0000", "404 not-found"}},
	"switch-run":  {{"id", "0000", "404 not-found"}, {"to", "", "422 wrong-usage"}, {"id", "latest", "404 not-found"}},
	"trade-token": {{"token", "guessed", "401 refused"}},
}

// The errors of each route are listed here: the test fails for a new route without them.
func TestErrorsOfEachRoute(t *testing.T) {
	m := newMachine(t)
	m.begins()
	m.run("completed")
	known := map[string]bool{}
	for _, o := range m.documented() {
		known[o.ID] = true
		rows, ok := errorsOf[o.ID]
		if !ok {
			t.Errorf("%s has no row of errors", o.ID)
		}
		for _, row := range rows {
			w := m.ask(t, o.good().with(row.name, row.value))
			var p struct{ Type, Detail, Title string }
			err := json.Unmarshal(w.Body.Bytes(), &p)
			if got := fmt.Sprint(w.Code, " ", p.Type); got != row.want || err != nil || p.Detail == "" || p.Title == "" {
				t.Errorf("%s with %s %v: %s, want %s\n%s", o.ID, row.name, row.value, got, row.want, w.Body)
			}
		}
	}
	for name := range errorsOf {
		if !known[name] {
			t.Errorf("there is no route %s", name)
		}
	}
}
