package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog/listing"
)

// resourcePrefix begins the URI of a session.
const resourcePrefix = "stead://sessions/"

var sessionResource = &sdk.ResourceTemplate{
	Name: "session", Title: "A session of an AI coding CLI", MIMEType: "text/markdown",
	URITemplate: resourcePrefix + "{cli}/{id}{?turn}",
	Description: "A session of any AI coding CLI on this machine (its history), from a turn on: as much of it as fits into an answer.",
}

// listedResources is the number of sessions in the list of resources.
const listedResources = 50

// listResources answers resources/list with the newest sessions of the server's project in their current state.
func (s *server) listResources(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, r)
		}
		l, err := s.List(ctx, listing.Query{Project: s.Folder, Limit: listedResources})
		if err != nil {
			return nil, plainError(ctx, err)
		}
		result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}, Cacheable: sdk.Cacheable{CacheScope: private}}
		for _, found := range l.Rows {
			result.Resources = append(result.Resources, &sdk.Resource{
				URI: resourcePrefix + found.CLI + "/" + url.PathEscape(found.ID), Name: found.Reference,
				Title:       s.line(found.Title, 100),
				Description: "last used " + stamp(found.Updated), MIMEType: sessionResource.MIMEType,
			})
		}
		return result, nil
	}
}

// readResource returns a session as a resource.
func (s *server) readResource(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	address, err := url.Parse(r.Params.URI)
	if err != nil {
		return nil, sdk.ResourceNotFoundError(r.Params.URI)
	}
	cli, id, isSession := strings.Cut(strings.TrimPrefix(address.Path, "/"), "/")
	if !isSession {
		return nil, sdk.ResourceNotFoundError(r.Params.URI)
	}
	turn, _ := strconv.Atoi(address.Query().Get("turn"))
	text, err := s.show(ctx, showInput{Session: fmt.Sprintf("%s:%s", cli, id), Turn: turn})
	if err != nil {
		return nil, plainError(ctx, err)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{
		{URI: r.Params.URI, MIMEType: sessionResource.MIMEType, Text: text}}}, nil
}
