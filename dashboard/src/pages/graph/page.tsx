/** How is everything linked? The whole graph in figures, or what lies around one node. */

import { route } from "../../state/route";
import { Explore } from "./explore";
import { Start } from "./start";
import "./page.css";

export default function Page() {
  const { id } = route.value;
  return id ? <Explore center={id} /> : <Start />;
}
