/** Where does the page begin? */

import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import { render } from "preact";
import { ApiError } from "./api/client";
import { PAGES } from "./shell/pages";
import { Shell } from "./shell/shell";
import { route } from "./state/route";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";

// The page's own code comes while the frame is drawn; the frame says so if it does not come.
PAGES.find((page) => page.name === route.value.page)
  ?.load()
  .catch(() => {});

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always", // the daemon is on this machine: it is there without a network
      staleTime: 2000,
      refetchOnWindowFocus: true,
      // What the daemon refused it refuses again; only silence is worth another try.
      retry: (tries, error) => tries < 2 && error instanceof ApiError && error.status === 0,
    },
  },
});

render(
  <QueryClientProvider client={queries}>
    <Shell />
  </QueryClientProvider>,
  document.getElementById("app") as HTMLElement,
);
