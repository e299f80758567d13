/** Which pages are there? Each is loaded when it is first shown. */

import {
  Activity,
  Brain,
  FlaskConical,
  GitCompareArrows,
  Layers,
  type LucideIcon,
  ScrollText,
  Settings,
  Share2,
} from "lucide-preact";
import type { ComponentType } from "preact";

export interface Page {
  name: string;
  title: string;
  icon: LucideIcon;
  /** Goes there, after `g`. */
  key: string;
  /** True where no tenant is needed to show it. */
  isOfAll?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

export const PAGES: readonly Page[] = [
  {
    name: "overview",
    title: "Overview",
    icon: Activity,
    key: "o",
    load: () => import("../pages/overview/page"),
  },
  {
    name: "memories",
    title: "Memories",
    icon: Brain,
    key: "m",
    load: () => import("../pages/memories/page"),
  },
  {
    name: "recall",
    title: "Recall lab",
    icon: FlaskConical,
    key: "r",
    load: () => import("../pages/recall/page"),
  },
  {
    name: "graph",
    title: "Graph",
    icon: Share2,
    key: "g",
    load: () => import("../pages/graph/page"),
  },
  {
    name: "reviews",
    title: "Reviews",
    icon: GitCompareArrows,
    key: "v",
    load: () => import("../pages/reviews/page"),
  },
  {
    name: "jobs",
    title: "Jobs",
    icon: Layers,
    key: "j",
    load: () => import("../pages/jobs/page"),
  },
  {
    name: "logs",
    title: "Logs",
    icon: ScrollText,
    key: "l",
    isOfAll: true,
    load: () => import("../pages/logs/page"),
  },
  {
    name: "settings",
    title: "Settings",
    icon: Settings,
    key: "s",
    isOfAll: true,
    load: () => import("../pages/settings/page"),
  },
];
